import type { RoleTable } from "../clients/models/role-table.ts";
import { missing } from "./command-fault.ts";
import type { OpenedRun } from "./open-run.ts";

/** What a run does: a whole graph, or the interpretation of a message alone. */
export type Work = "archehr" | "bioasq" | "interpretation";

/** What decides it beside the work. */
type Reading = { roles: Pick<RoleTable, "score" | "draft">; extractive: OpenedRun["extractive"] };

/** Tell whether a run reads notes with the embedded model's reader. In: models and settings of the run, its work. */
export const readsNotes = ({ roles, extractive }: Reading, work: Work): boolean =>
  work === "archehr" &&
  extractive.readerWeight > 0 &&
  extractive.textKind !== "abstract" &&
  [...roles.score, ...roles.draft].includes("extractive");

/** Refuse, before anything runs, a run that reads notes where the reader is not there whole. In: the opened run, its work. Out: nothing, or a CommandFault (exit 3) that says how to do without. */
export const needReader = (opened: Pick<OpenedRun, "roles" | "extractive" | "parts">, work: Work): void => {
  if (!readsNotes(opened, work)) return;
  const checked = opened.parts.encoder.reader.check();
  if (checked.is !== "ok") throw missing(checked.detail);
};
