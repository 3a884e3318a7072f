// Run as a program by the kill tests: builds an index of N articles and says on stdout how far it is.
import { buildIndex } from "../../clients/index/build-index.ts";
import { article, letterEncoder } from "./hand-made-index.ts";

const [file = "", count = "0"] = process.argv.slice(2);

async function* articles() {
  for (let at = 0; at < Number(count); at++) yield article(String(at), `Title ${at}`, `losartan text number ${at}`);
}

const built = await buildIndex({
  file,
  articles: articles(),
  fingerprint: `made-up ${count}`,
  encoder: letterEncoder(),
  onProgress: ({ stage, done }) => process.stdout.write(`${stage} ${done}\n`),
});
process.stdout.write(`${JSON.stringify(built)}\n`);
