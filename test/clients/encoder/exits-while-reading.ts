// A process that ends by itself while a long note is being read: nothing waits for the note.
import { openReader } from "../../../clients/encoder/open-reader.ts";
import { modelsDir, readEnv } from "../../../clients/env.ts";

const reader = openReader({ modelsDir: modelsDir(readEnv({ variables: {} })), threads: 1 });
const loaded = await reader.read("Why?", ["She was well."]);
if (loaded.is !== "ok") throw new Error(loaded.detail);
const note = Array.from(
  { length: 20_000 },
  (_, at) => `On day ${at} the wound was dry and she walked ${at} metres down the hall.`,
);
void reader.read("How far did she walk?", note);
setTimeout(() => process.exit(7), 2000);
