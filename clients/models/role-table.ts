import type { Role } from "../../state/roles.ts";

/** Models of each role, the first one asked first. */
export type RoleTable = Record<Role, string[]>;
