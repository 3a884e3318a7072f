import { type Counting, estimatedTokens } from "../clients/models/estimated-tokens.ts";
import { dollars } from "../clients/models/ledger.ts";
import { costOf, type Price, priceOf } from "../clients/models/prices.ts";
import type { RoleTable } from "../clients/models/role-table.ts";
import type { Role } from "../state/roles.ts";

/** A model call that a run plans, with what its reply may have (tokens). */
export type PlannedCall = { role: Role; system: string; user: string; outputTokens: number };

export type Estimate = {
  roles: { role: Role; model: string; calls: number; inputTokens: number; outputTokens: number; usd: number | null }[];
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null where a price is unknown. */
  usd: number | null;
};

/**
 * Estimate what planned calls cost, before any is made.
 *
 * In: calls, table of roles (the first model of each is asked), prices, settings (characters of a token). Out: calls and tokens by role and in all; tokens on the safe side.
 */
export const estimateCalls = (
  calls: readonly PlannedCall[],
  roles: RoleTable,
  prices: readonly Price[],
  counting: Counting,
): Estimate => {
  const known = [...new Set(calls.map(({ role }) => role))];
  const perRole = known.map((role) => {
    const own = calls.filter((call) => call.role === role);
    const model = roles[role][0] ?? "none";
    const inputTokens = own.reduce((sum, prompt) => sum + estimatedTokens(prompt, counting), 0);
    const outputTokens = Math.round(own.reduce((sum, call) => sum + call.outputTokens, 0));
    const price = priceOf(prices, model);
    const usd = price === undefined ? null : costOf(price, { input: inputTokens, cached: 0, output: outputTokens, reasoning: 0 });
    return { role, model, calls: own.length, inputTokens, outputTokens, usd };
  });
  const total = (pick: (row: (typeof perRole)[number]) => number) => perRole.reduce((sum, row) => sum + pick(row), 0);
  return {
    roles: perRole,
    calls: calls.length,
    inputTokens: total((row) => row.inputTokens),
    outputTokens: total((row) => row.outputTokens),
    usd: perRole.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0),
  };
};

/** Say an estimate for people, one line a role and the sum. */
export const describeEstimate = ({ roles, ...all }: Estimate): string[] => [
  "Model calls, about (corrected replies, repairs and reasoning come on top):",
  ...roles.map(({ role, model, ...row }) => `  ${role}, ${model}: ${inWords(row)}`),
  `  all: ${inWords(all)}`,
];

const inWords = ({ calls, inputTokens, outputTokens, usd }: Omit<Estimate, "roles">): string =>
  `${calls} calls, ${inputTokens} tokens in, ${outputTokens} out, cost ${usd === null ? "unknown" : dollars(usd)}`;
