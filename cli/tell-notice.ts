import { NOTICE } from "./notice.ts";

/** Write the notice on stderr, where stdout holds a form that has no room for it. It is no progress: --quiet leaves it, as a run does. */
export const tellNotice = (): void => void process.stderr.write(`${NOTICE}\n`);
