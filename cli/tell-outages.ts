import { isOwnLimit } from "../clients/models/chat/allowance.ts";
import { isOutage } from "../state/outcome.ts";
import type { ResultLine } from "./result-line.ts";
import { visibleText } from "./visible-text.ts";

/**
 * Say on stderr which items fell back because a service was down, and which because the user's own limits held them up.
 *
 * In: result lines; failed ones are told elsewhere; what an item is called. Out: nothing; no line where neither happened.
 */
export const tellOutages = (done: readonly ResultLine[], unit: string): void => {
  const answered = done.filter(({ status }) => status !== "failed");
  tell(
    answered.filter(({ fallbacks }) => fallbacks.some(isOwnLimit)),
    (ids, count) =>
      `${count} of ${done.length} ${unit} fell back because models.requestsPerMinute or models.tokensPerMinute left them no room in time (see fallbacks): ${ids}; lower --concurrency or raise models.deadlineMs, and --fresh runs all again.\n`,
  );
  tell(
    answered.filter(({ fallbacks }) => fallbacks.some((one) => isOutage(one.code) && !isOwnLimit(one))),
    (ids, count) =>
      `${count} of ${done.length} ${unit} fell back because a service was down (see fallbacks): ${ids}; --fresh runs all again.\n`,
  );
};

const tell = (lines: readonly ResultLine[], sentence: (ids: string, count: number) => string): void => {
  if (lines.length === 0) return;
  const ids = lines
    .map(({ id }) => id)
    .slice(0, SHOWN)
    .join(", ");
  process.stderr.write(visibleText(sentence(ids, lines.length)));
};

/** Ids in a line (count). */
const SHOWN = 10;
