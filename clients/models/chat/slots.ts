/** Waits for a place; gives back the function that frees it. */
export type TakeSlot = (signal: AbortSignal) => Promise<() => void>;

/**
 * Let at most so many pieces of work run at once, first come first served.
 *
 * In: most (count). Out: a function that waits for a place; whose signal fires while it waits leaves the line, and the signal's reason is thrown.
 */
export const openSlots = (most: number): TakeSlot => {
  let free = most;
  const line: (() => void)[] = [];

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        line.splice(line.indexOf(enter), 1);
        reject(signal.reason);
      };
      line.push(enter);
      signal.addEventListener("abort", leave, { once: true });
    });

  const once = () => {
    let freed = false;
    return () => {
      if (freed) return;
      freed = true;
      const next = line.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };

  return async (signal) => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await turn(signal);
    return once();
  };
};
