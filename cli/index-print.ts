import { z } from "zod";
import type { Retriever } from "../clients/retriever.ts";
import { missing } from "./command-fault.ts";

/** What tells one source of articles from another in a run's fingerprint: an index by its content, one on a server by the server's own name of it and its size, PubMed by its name. */
export const indexPrint = (retriever: Retriever & { stats?: () => unknown; description?: unknown }): Record<string, unknown> => {
  if (retriever.description !== undefined) return { name: retriever.name, ...Described.parse(retriever.description) };
  const stats = retriever.stats?.();
  if (stats === undefined) return { name: retriever.name };
  if (!isOutcome(stats)) return { name: retriever.name };
  if (stats.is !== "ok") throw missing(stats.detail ?? `${retriever.name} could not be read`);
  const { articles, articlesSha256 } = stats.value ?? {};
  return { name: retriever.name, articles, articlesSha256 };
};

type Stats = { is: string; detail?: string; value?: { articles?: unknown; articlesSha256?: unknown } };
const isOutcome = (value: unknown): value is Stats => typeof value === "object" && value !== null && "is" in value;

const Described = z.object({ uuid: z.string(), articles: z.number() });
