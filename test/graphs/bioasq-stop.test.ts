import { expect, test } from "vitest";
import { compileBioasqGraph } from "../../graphs/bioasq.ts";
import { failure } from "../../state/outcome.ts";
import { ARTICLES, bioasqDeps, listRetriever, QUESTION, SCRIPT, wordEmbed } from "../support/bioasq-deps.ts";
import { scriptedAsk } from "../support/scripted-ask.ts";

type Call = { what: string; signal: AbortSignal | undefined };

/** Weak on purpose, so that the rescue's calls are among them. */
const INPUT = { questionId: "q", body: QUESTION, type: "yesno", settings: { minCandidates: 1000 } };

/** Run one question with everything outside watched. In: what is done at each call, before it is answered. Out: the calls, and whether the run ended in an error. */
const run = async (reached: (call: Call, at: number) => void, signal?: AbortSignal) => {
  const calls: Call[] = [];
  /** As a real client: a call that is stopped is answered as cancelled. */
  const through = async <Reply>(what: string, own: AbortSignal | undefined, work: () => Promise<Reply>) => {
    const call = { what, signal: own };
    calls.push(call);
    reached(call, calls.length - 1);
    return own?.aborted ? failure("cancelled", "stopped by the user") : work();
  };
  const ask = scriptedAsk(SCRIPT);
  const list = listRetriever(ARTICLES);
  const graph = compileBioasqGraph(
    bioasqDeps({
      ask: ((prompt: never, input: never, options: { step: string; signal?: AbortSignal }) =>
        through(`ask of ${options.step}`, options.signal, () => ask(prompt, input, options as never))) as never,
      embed: (texts, options) => through("embed", options?.signal, () => wordEmbed(texts, options)) as never,
      retrievers: [
        {
          ...list,
          searchWords: (query, options) => through("search by words", options.signal, () => list.searchWords(query, options)),
          searchVector: (vector, options) =>
            through("search by meaning", options.signal, () => list.searchVector!(vector, options)),
          read: (pmids, own) => through("read", own, () => list.read(pmids)),
        },
      ],
    }),
  );
  const ended = await graph.invoke(INPUT as never, { ...(signal === undefined ? {} : { signal }) }).then(
    () => "answered" as const,
    () => "stopped" as const,
  );
  return { calls, ended };
};

test("a stop by the user ends the run from within any call to something outside, and whatever is called after it knows", async () => {
  const whole = await run(() => undefined);
  expect(whole.ended).toBe("answered");
  const kinds = whole.calls.map(({ what }) => what);
  expect(new Set(kinds)).toEqual(
    new Set([
      ...["embed", "search by words", "search by meaning", "read"],
      ...["ask of expandQuestion", "ask of guessAnswer", "ask of draftExact", "ask of draftIdeal"],
    ]),
  );
  // The first and the last call of each kind: of the first search, and of the rescue where it makes such calls.
  const stops = new Set(kinds.flatMap((kind) => [kinds.indexOf(kind), kinds.lastIndexOf(kind)]));
  for (const stopAt of stops) {
    const controller = new AbortController();
    const { calls, ended } = await run((_call, at) => {
      if (at === stopAt) controller.abort();
    }, controller.signal);
    const [stopped, ...later] = calls.slice(stopAt);
    expect(ended, `stopped at call ${stopAt}, ${stopped?.what}`).toBe("stopped");
    expect(stopped?.signal?.aborted, `call ${stopAt}, ${stopped?.what}`).toBe(true);
    expect(later.filter(({ signal }) => signal?.aborted !== true)).toEqual([]);
  }
});
