// Answers like embed-worker.mjs, without weights: the vector of a text is [its length, number of this thread's texts so far].
// A text can ask for trouble: "die", "die once at PATH", "throw", "hang", "stuck" (in native code), "wait", "fail", "long" (says that it works, and fails some time after it was told that no one waits).
import { existsSync, writeFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

const BUSY = 1; // as in thread-state.ts
const SKIP = 2;
let count = 0;
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

parentPort.on("message", ({ kind, id, text }) => {
  if (kind === "close") return parentPort.close();
  count++;
  const once = /^die once at (.+)$/.exec(text)?.[1];
  if (text === "die") process.exit(3);
  if (once !== undefined && !existsSync(once)) {
    writeFileSync(once, "");
    process.exit(3);
  }
  if (text === "throw") throw new Error("out of luck");
  if (text === "hang") sleep(60_000);
  if (text === "stuck") {
    Atomics.store(workerData.state, BUSY, 1);
    sleep(8000);
  }
  if (text.startsWith("wait")) sleep(100);
  if (text === "long") {
    for (let part = 0; part < 6; part++) {
      if (workerData.state[SKIP] === id) {
        sleep(600);
        return parentPort.postMessage({ kind: "failed", id, detail: "skipped" });
      }
      parentPort.postMessage({ kind: "working" });
      sleep(400);
    }
  }
  if (text === "fail") return parentPort.postMessage({ kind: "failed", id, detail: "bad allocation" });
  parentPort.postMessage({ kind: "vector", id, vector: Float32Array.of(text.length, count), cut: text.length > 1000 });
});
Atomics.store(workerData.state, BUSY, 0);
parentPort.postMessage({ kind: "ready" });
