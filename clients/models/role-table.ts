import type { Role } from "../../state/roles.ts";

/** Models of each role, the first one asked first. */
export type RoleTable = Record<Role, string[]>;

/** Name the same models for every role. In: model names, the first one asked first. Out: the table. */
export const forEveryRole = (...models: string[]): RoleTable => ({
  interpret: models,
  score: models,
  draft: models,
  align: models,
  expand: models,
  answer: models,
  verify: models,
});
