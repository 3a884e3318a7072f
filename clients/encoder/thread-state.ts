// The same places are used in serve-thread.mjs.
const STOP = 0;
const BUSY = 1;
const SKIP = 2;
const PLACES = 3;
const EXIT_MS = 3000;

/** Shared between the main thread and one worker: whether it shall stop, whether it is inside native code now, and the id of a text that no one waits for any more. */
export type ThreadState = Int32Array<SharedArrayBuffer>;

const alive = new Set<ThreadState>();

/** Make the state of a thread that is about to start; until it says otherwise it counts as inside native code. */
export function newThreadState(): ThreadState {
  // Ending a thread inside onnxruntime aborts the whole process (SIGABRT), so process.exit waits until none is: the time of a text, or of one window of a note, at most.
  if (alive.size === 0) process.on("exit", stopAll);
  const state = new Int32Array(new SharedArrayBuffer(PLACES * Int32Array.BYTES_PER_ELEMENT));
  Atomics.store(state, BUSY, 1);
  Atomics.store(state, SKIP, -1);
  alive.add(state);
  return state;
}

/** Tell whether the thread is inside native code, where it cannot be ended safely. */
export const isInNativeCode = (state: ThreadState): boolean => Atomics.load(state, BUSY) === 1;

/** Ask the thread to begin no further text, and no further window of a note. */
export const askToStop = (state: ThreadState): void => void Atomics.store(state, STOP, 1);

/** Ask the thread to go no further with a text. In: the thread's state, the text's id. */
export const askToSkip = (state: ThreadState, id: number): void => void Atomics.store(state, SKIP, id);

/** Take a thread that has ended off the list that process.exit waits for. */
export function forgetThread(state: ThreadState): void {
  if (alive.delete(state) && alive.size === 0) process.off("exit", stopAll);
}

function stopAll(): void {
  for (const state of alive) askToStop(state);
  const end = performance.now() + EXIT_MS;
  for (const state of alive) {
    const left = end - performance.now();
    if (left > 0) Atomics.wait(state, BUSY, 1, left);
  }
}
