import type { Converter } from "./converter.ts";
import { mediqa2021 } from "./mediqa2021.ts";
import { medlars } from "./medlars.ts";
import { meqsum } from "./meqsum.ts";
import { pubmedqa } from "./pubmedqa.ts";
import { scifact } from "./scifact.ts";

/** Converters by data set. The two that read golden batches are in `cli/prepare-data.ts`, since they read whatever batches lie in a folder. */
export const CONVERTERS: ReadonlyMap<string, Converter> = new Map(
  Object.entries({ scifact, medlars, meqsum, mediqa2021, pubmedqa }),
);
