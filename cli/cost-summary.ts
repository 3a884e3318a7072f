import { dollars, type LedgerCall, tokensOf } from "../clients/models/ledger.ts";
import { costOf, isPriceOf, type Price, priceOf } from "../clients/models/prices.ts";
import type { Usage } from "../state/usage.ts";

/** What calls cost together; `usd` is null where a price is unknown. */
export type Cost = {
  calls: number;
  /** Calls that did not end in ok (count). */
  troubles: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  retries: number;
  /** Time of the calls, one after the other (milliseconds). */
  ms: number;
  usd: number | null;
};

export type CostSummary = {
  roles: ({ role: string; model: string } & Cost)[];
  items: ({ id: string } & Cost)[];
  total: Cost;
  /** Calls that were made in this folder, those of stopped and failed items among them, and those of replays not; chat models only. */
  made: { calls: number; usd: number | null };
  /** Prices as the user gave them. */
  prices: Price[];
};

/**
 * Add up what a run's calls cost, by role and by item.
 *
 * In: usage of each item's result, calls that were made, prices. Out: the summary; roles and items in the order in which they first ask.
 */
export const costSummary = (
  items: readonly { id: string; usage: readonly Usage[] }[],
  made: readonly LedgerCall[],
  prices: readonly Price[],
): CostSummary => {
  const all = items.flatMap(({ usage }) => usage);
  const pairs = new Map(all.map(({ role, model }) => [`${role} ${model}`, { role, model }]));
  const roles = [...pairs.values()].map((pair) => ({
    ...pair,
    ...sum(
      all.filter(({ role, model }) => role === pair.role && model === pair.model),
      prices,
    ),
  }));
  const usd = made.reduce<number | null>((total, call) => (total === null || call.usd === null ? null : total + call.usd), 0);
  return {
    roles,
    items: items.map(({ id, usage }) => ({ id, ...sum(usage, prices) })),
    total: sum(all, prices),
    made: { calls: made.length, usd },
    prices: prices.filter((price) => all.some(({ model }) => isPriceOf(price, model))),
  };
};

const sum = (usage: readonly Usage[], prices: readonly Price[]): Cost => {
  const total = (pick: (entry: Usage) => number) => usage.reduce((added, entry) => added + pick(entry), 0);
  return {
    calls: usage.length,
    troubles: usage.filter(({ outcome }) => outcome !== "ok").length,
    inputTokens: total(({ inputTokens }) => inputTokens),
    cachedTokens: total(({ cachedTokens }) => cachedTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    reasoningTokens: total(({ reasoningTokens }) => reasoningTokens),
    retries: total(({ retries }) => retries),
    ms: Math.round(total(({ ms }) => ms)),
    usd: usage.reduce<number | null>((added, entry) => {
      const price = priceOf(prices, entry.model);
      return added === null || price === undefined ? null : added + costOf(price, tokensOf(entry));
    }, 0),
  };
};

/** Say what a run cost, for people: one line a role and model, and the total. Out: no line for a run without calls. */
export const describeCost = ({ roles, total, made }: CostSummary): string[] =>
  total.calls === 0
    ? []
    : [
        "Calls:",
        ...roles.map(({ role, model, ...cost }) => `  ${role}, ${model}: ${inWords(cost)}`),
        `  all: ${inWords(total)}${made.calls === 0 ? "" : `; ${made.calls} requests paid for in this folder: ${price(made.usd)}`}`,
      ];

const inWords = ({ calls, troubles, inputTokens, cachedTokens, outputTokens, reasoningTokens, retries, ms, usd }: Cost): string =>
  [
    `${calls} calls`,
    ...(troubles === 0 ? [] : [`${troubles} of them in trouble`]),
    ...(inputTokens + outputTokens === 0
      ? []
      : [
          `${inputTokens} tokens in${cachedTokens === 0 ? "" : ` (${cachedTokens} cached)`}`,
          `${outputTokens} out${reasoningTokens === 0 ? "" : ` and ${reasoningTokens} of reasoning`}`,
        ]),
    ...(retries === 0 ? [] : [`${retries} retries`]),
    `${Math.round(ms / Math.max(1, calls))} ms each`,
    `cost ${price(usd)}`,
  ].join(", ");

const price = (usd: number | null): string => (usd === null ? "unknown" : dollars(usd));
