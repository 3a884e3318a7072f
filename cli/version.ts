import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { packageRoot } from "../clients/env.ts";

/** The package's version, from its package.json. */
export const version = (): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"))).version;
