import { createRequire } from "node:module";
import { z } from "zod";
import { singular } from "./singular.ts";

const Kind = z.enum(["drug", "diagnosis", "procedure", "finding", "test"]);
const shapes = z
  .object({
    source: z.string(),
    endings: z.array(z.object({ kind: Kind, atLeast: z.int().positive(), endings: z.array(z.string()) })),
    exceptions: z.array(z.string()),
  })
  .parse(createRequire(import.meta.url)("./word-shapes.json"));

const exceptions = new Set(shapes.exceptions);
const endings = shapes.endings.flatMap(({ kind, atLeast, endings: all }) => all.map((ending) => ({ kind, atLeast, ending })));

/**
 * Tell what a medical word is from its ending: -mab a drug, -itis a diagnosis, -ectomy a procedure.
 * In: one word, any case, singular or plural. Out: the kind, or undefined for an ordinary word.
 */
export function kindByEnding(word: string): z.infer<typeof Kind> | undefined {
  const form = singular(word.toLowerCase());
  if (exceptions.has(form)) return undefined;
  return endings.find(({ ending, atLeast }) => form.length >= atLeast && form.endsWith(ending))?.kind;
}
