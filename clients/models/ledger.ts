import { z } from "zod";
import { failure } from "../../state/outcome.ts";
import type { ModelSettings } from "../../state/settings/models.ts";
import { Usage } from "../../state/usage.ts";
import type { AskOptions } from "./ask.ts";
import type { AskRequest, Carried } from "./ask-with.ts";
import { largestCall } from "./call-size.ts";
import { costOf, type Price, priceOf, type Tokens } from "./prices.ts";

/** One call that was made, and what it cost; never a text. */
export const LedgerCall = Usage.extend({
  item: z.string(),
  usd: z.number().nonnegative().nullable().describe("US dollars; null where the model's price is unknown."),
});
export type LedgerCall = z.infer<typeof LedgerCall>;

/** Where calls are written down as they end. */
export type CallLog = {
  /** Calls of this run so far, those of a run that was stopped among them. */
  read(): LedgerCall[];
  add(call: LedgerCall): void;
};

export type Ledger = {
  /** Makes a call within the budget and writes it down. */
  metered(request: AskRequest, options: AskOptions, call: () => Promise<Carried>): Promise<Carried>;
  /** US dollars spent in this run, on models whose price is known. */
  spentUsd(): number;
  /** True once a call was not made because it might have exceeded the budget. */
  usedUp(): boolean;
};

export type LedgerOptions = { prices: readonly Price[]; budgetUsd?: number | undefined; log: CallLog; settings: ModelSettings };

/**
 * Open the ledger of a run: it writes down what each call cost, and stops before a call that might exceed the budget.
 *
 * In: prices, budget (US dollars; none unless given), log, settings of the chat models. Out: the ledger. A call counts at the most that it may cost
 * while it runs, and so does one that ended without counts (timeout, cancelled), since it may be billed; a call that does not fit waits for those that run.
 * Out of `metered`: what the call gave, or overBudget.
 */
export const openLedger = ({ prices, budgetUsd, log, settings }: LedgerOptions): Ledger => {
  let spent: number | undefined;
  let reserved = 0;
  let usedUp = false;
  let settled: (() => void)[] = [];
  const spentUsd = (): number => {
    spent ??= log.read().reduce((sum, { usd }) => sum + (usd ?? 0), 0);
    return spent;
  };
  const reserve = async (most: number): Promise<boolean> => {
    while (budgetUsd !== undefined && most > 0 && spentUsd() + reserved + most > budgetUsd) {
      if (reserved === 0 || spentUsd() + most > budgetUsd) return false;
      await new Promise<void>((resolve) => settled.push(resolve));
    }
    reserved += most;
    return true;
  };
  const metered: Ledger["metered"] = async (request, options, call) => {
    const { model, prompt } = request;
    const price = priceOf(prices, model);
    const most = price === undefined ? 0 : costOf(price, largestCall(request, model, settings));
    if (!(await reserve(most))) {
      usedUp = true;
      const left = Math.max(0, (budgetUsd ?? 0) - spentUsd());
      return {
        outcome: failure(
          "overBudget",
          `${prompt} (${model}) may cost ${dollars(most)}, and ${dollars(left)} of --budget ${budgetUsd} are left.`,
        ),
      };
    }
    try {
      const carried = await call();
      const usd = price === undefined ? null : isUncounted(carried) ? most : costOf(price, tokensOf(carried));
      spent = spentUsd() + (usd ?? 0);
      log.add({ ...usageOf(request, options, carried), usd });
      return carried;
    } finally {
      reserved -= most;
      const waiting = settled;
      settled = [];
      for (const next of waiting) next();
    }
  };
  return { metered, spentUsd, usedUp: () => usedUp };
};

/** A call that was sent and gave no counts back; what it cost is not known. */
const isUncounted = ({ outcome, inputTokens = 0 }: Carried): boolean =>
  inputTokens === 0 && (outcome.is === "timeout" || outcome.is === "cancelled");

/** Name a call's counts as prices do (tokens). In: counts; one that the server did not give is 0. */
export const tokensOf = ({
  inputTokens = 0,
  outputTokens = 0,
  cachedTokens = 0,
  reasoningTokens = 0,
}: Omit<Carried, "outcome">): Tokens => ({
  input: inputTokens,
  output: outputTokens,
  cached: cachedTokens,
  reasoning: reasoningTokens,
});

const usageOf = ({ prompt, model }: AskRequest, { step, role, item }: AskOptions, carried: Carried) => {
  const { outcome, ...counts } = carried;
  return Usage.extend({ item: z.string() }).parse({ item, step, role, model, prompt, outcome: outcome.is, ...counts });
};

/** US dollars for people: cents and parts of them, to four digits. */
export const dollars = (usd: number): string => `${usd >= 1 ? usd.toFixed(2) : Number(usd.toPrecision(3)).toString()} USD`;
