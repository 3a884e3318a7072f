import { z } from "zod";

/** What a model is asked to do; a table of roles names a model for each. */
export const ROLES = ["interpret", "score", "draft", "align", "expand", "answer", "verify"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;
