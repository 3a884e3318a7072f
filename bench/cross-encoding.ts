/** Measure what the shipped cross-encoder costs for candidates as long as a snippet. Run on a quiet machine: npm run bench -- --only cross */
import { openCrossEncoder } from "../clients/encoder/open-cross-encoder.ts";
import { modelsDir, readEnv } from "../clients/env.ts";
import { demoCorpus } from "../clients/index/demo-index.ts";
import { readArticles } from "../clients/index/read-articles.ts";
import { plainText } from "../nodes/bioasq/plain-text.ts";
import { splitSentences } from "../text/split-sentences.ts";
import { median } from "./line.ts";

const CROSS_ENCODER = "MiniLM-L6-cross-bioasq";
/** A gold snippet has 274 characters on average [encoder-measured]. */
const CHARACTERS = 274;

/** Measure one reading of so many candidates, with both threads. In: candidates, rounds (counts). Out: the median time (seconds), their mean length (characters). */
export const crossEncodingCost = async (candidates: number, rounds: number): Promise<{ seconds: number; characters: number }> => {
  const texts: string[] = [];
  for await (const article of readArticles([demoCorpus()], process.stdin)) {
    if ("deleted" in article || texts.length === candidates) continue;
    let snippet = "";
    for (const { text } of splitSentences(plainText(article)))
      if (snippet.length + text.length / 2 < CHARACTERS) snippet = `${snippet} ${text}`.trim();
    texts.push(snippet);
  }
  if (texts.length !== candidates) throw new Error(`The demo corpus has ${texts.length} of ${candidates} articles.`);
  const encoder = openCrossEncoder({ modelsDir: modelsDir(readEnv()), model: CROSS_ENCODER, recent: 0 });
  const taken: number[] = [];
  try {
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now();
      const scored = await encoder.score(
        `Does treatment ${round} lower the risk of heart failure in adults with diabetes?`,
        texts,
      );
      if (scored.is !== "ok") throw new Error(scored.detail);
      if (round > 0) taken.push((performance.now() - began) / 1000); // the first one loads the weights
    }
  } finally {
    await encoder.close();
  }
  return { seconds: median(taken), characters: texts.reduce((sum, text) => sum + text.length, 0) / texts.length };
};
