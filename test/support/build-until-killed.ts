// Run as a program by the kill tests: builds an index of N articles and says on stdout how far it is. At the line LAST it stands still, to be killed there.
import { buildIndex } from "../../clients/index/build-index.ts";
import { article, letterEncoder } from "./hand-made-index.ts";

const [file = "", count = "0", last = ""] = process.argv.slice(2);

async function* articles() {
  for (let at = 0; at < Number(count); at++) yield article(String(at), `Title ${at}`, `losartan text number ${at}`);
}

const built = await buildIndex({
  file,
  articles: articles(),
  fingerprint: `made-up ${count}`,
  encoder: letterEncoder(),
  onProgress: ({ stage, done }) => {
    process.stdout.write(`${stage} ${done}\n`); // a pipe's writes do not return before they are done
    if (`${stage} ${done}` === last) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  },
});
process.stdout.write(`${JSON.stringify(built)}\n`);
