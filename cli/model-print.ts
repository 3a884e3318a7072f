import { promptVersions } from "../prompts/prompt-versions.ts";
import type { OpenedRun } from "./open-run.ts";
import { readsNotes, type Work } from "./reads-notes.ts";

/** The part of a run's fingerprint that tells which models, weights and prompts decide its results. In: the opened run, its work. */
export const modelPrint = (
  { roles, parts, extractive, models }: Pick<OpenedRun, "roles" | "parts" | "extractive" | "models">,
  work: Work,
): Record<string, unknown> => ({
  models: roles,
  extractive: Object.values(roles).flat().includes("extractive") ? extractive : null,
  chat: Object.values(roles).flat().some(isChat) ? withoutTimes(models) : null,
  encoder: { model: parts.encoder.model, weights: parts.encoder.weightsSha256 },
  ...(readsNotes({ roles, extractive }, work)
    ? { reader: { model: parts.encoder.reader.model, weights: parts.encoder.reader.identity } }
    : {}),
  ...(work === "bioasq" && parts.crossEncoder !== undefined
    ? { crossEncoder: { model: parts.crossEncoder.model, weights: parts.crossEncoder.weightsSha256 } }
    : {}),
  prompts: promptVersions(work === "bioasq" ? "bioasq" : "archehr"),
});

/** When and how often a call is sent changes no reply that is used: a run may go on with other limits. */
const withoutTimes = (models: OpenedRun["models"]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(models).filter(([name]) => !TIMES.has(name)));

const TIMES: ReadonlySet<string> = new Set([
  "deadlineMs",
  "graceMs",
  "retries",
  "backoffMs",
  "backoffMostMs",
  "mostInFlight",
  "requestsPerMinute",
  "tokensPerMinute",
]);

const isChat = (model: string): boolean => /^(?:vllm|openai|gemini):/.test(model);
