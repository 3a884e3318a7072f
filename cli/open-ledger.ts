import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileCalls, memoryCalls } from "../clients/call-log.ts";
import type { Through } from "../clients/models/ask-with.ts";
import { type CallLog, type Ledger, openLedger } from "../clients/models/ledger.ts";
import { asksNobody, type Price, Prices, priceOf } from "../clients/models/prices.ts";
import type { RoleTable } from "../clients/models/role-table.ts";
import { throughStore } from "../clients/models/through-store.ts";
import { recordingStore, type Store } from "../clients/store.ts";
import { parseJsonText } from "../formats/json-text.ts";
import type { ModelSettings } from "../state/settings/models.ts";
import { wrong } from "./command-fault.ts";
import { readInput } from "./read-input.ts";
import type { RunOptions } from "./run-options.ts";

/** File of a run folder that holds each call made to a chat model. */
export const CALLS = "calls.jsonl";
/** Folder of a run folder that keeps replies that were paid for until the run is done. */
export const PAID = "paid-replies";

/** What a run pays, and the way that its model calls take. */
export type OpenedLedger = { ledger: Ledger; log: CallLog; prices: Price[]; through: Through };

export type LedgerOptions = Pick<RunOptions, "budget" | "prices" | "record" | "replay">;

/**
 * Open the ledger of a run.
 *
 * In: --budget, --prices; run folder, table of roles, settings, store. Out: the ledger, and `through` for askWith: store, then paid replies, then ledger.
 * With a budget, replies are kept in paid-replies of the run folder until the run is done, so that a run that goes on pays for none twice.
 * A budget for a model without a price is a CommandFault (exit 2).
 */
export const openRunLedger = (
  { budget, prices: file, record, replay }: LedgerOptions,
  { folder, roles, settings, store }: { folder: string | undefined; roles: RoleTable; settings: ModelSettings; store: Store },
): OpenedLedger => {
  const prices = file === undefined ? [] : readPrices(file);
  const unpriced = [...new Set(Object.values(roles).flat())].filter((model) => priceOf(prices, model) === undefined);
  if (budget !== undefined && replay === undefined && unpriced.length > 0) {
    throw wrong(
      `--budget ${budget}: the price of ${unpriced.join(" and ")} is unknown; give it with --prices FILE: [{ "model": "${unpriced[0]}", "input": USD per million tokens, "output": …, "source": …, "date": … }].`,
    );
  }
  const log = chatOnly(folder === undefined ? memoryCalls() : fileCalls(join(folder, CALLS)));
  const ledger = openLedger({ prices, budgetUsd: budget, log, settings });
  const paid = folder === undefined || record !== undefined || replay !== undefined ? undefined : join(folder, PAID);
  const kept = paid === undefined ? undefined : throughStore(recordingStore(paid), "replies");
  const keeps = () => kept !== undefined && paid !== undefined && (budget !== undefined || existsSync(paid));
  const recorded = throughStore(store);
  const through: Through = (request, call, options) => {
    const metered = () => ledger.metered(request, options, call);
    const once = () =>
      kept !== undefined && keeps() && !asksNobody(request.model) ? kept(request, metered, options) : metered();
    return recorded(request, once, options);
  };
  return { ledger, log, prices, through };
};

/** Calls of the embedded model cost nothing and are many; their counts stand in the results. */
const chatOnly = ({ read, add }: CallLog): CallLog => ({ read, add: (call) => (asksNobody(call.model) ? undefined : add(call)) });

const readPrices = (file: string): Price[] => {
  const read = Prices.safeParse(parseJsonText(readInput(file, "--prices"), file));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw wrong(`--prices ${file}: ${issue?.path.join(".") || "the file"}: ${issue?.message ?? "is no list of prices"}.`);
};
