import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { answerFactoid } from "../../prompts/bioasq/answer-factoid.ts";
import { answerList } from "../../prompts/bioasq/answer-list.ts";
import { answerYesno } from "../../prompts/bioasq/answer-yesno.ts";
import type { NumberedSnippet } from "../../prompts/bioasq/numbered-snippets.ts";
import type { BioasqState, BioasqStep } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Failure, Trouble } from "../../state/outcome.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import type { Corrected } from "../common/ask-corrected.ts";
import { fellBack } from "../common/fell-back.ts";
import { askWithSnippets } from "./ask-with-snippets.ts";
import { joinSamples, type Sample } from "./join-samples.ts";
import { promptSnippetTexts } from "./snippet-text.ts";
import { uncitedSentences } from "./uncited-sentences.ts";

type Reads = "questionId" | "body" | "type" | "promptSnippets" | "settings";
type ExactType = "yesno" | "factoid" | "list";

/**
 * Answer a yes/no, factoid or list question exactly, with the prompt of its type; several replies are joined.
 *
 * In: type, question, promptSnippets. Sampling ends early once the replies so far agree, since the others would seldom change what is joined, or
 * when the model itself is down. Out: exactAnswer: "yes" or "no", ranked factoids, or list entries; ideal: the sentences that came
 * with it, without citations. Without snippets nothing is asked.
 * If the model is down, or names nothing: exactAnswer null, never a guess; one fallback a reply.
 *
 * @cite dsgt2026 §4.4.3; spec bioasq best
 */
export const draftExact =
  (ask: Ask, texts: Pick<TextStore, "get">): BioasqStep<Reads, "exactAnswer" | "ideal"> =>
  async (state, runtime) => {
    const { type, settings } = state;
    if (state.promptSnippets.length === 0 || type === "summary" || type === "") return { exactAnswer: null };
    const snippets = promptSnippetTexts(texts, state.promptSnippets, "draftExact");
    const samples: Sample[] = [];
    const usage: Usage[] = [];
    const fallbacks: Fallback[] = [];
    for (let sample = 0; sample < settings.selfConsistency; sample++) {
      const reply = await askOnce(ask, type, state, snippets, sample, runtime);
      usage.push(...reply.usage);
      fallbacks.push(...reply.fallbacks);
      if ("exact" in reply) samples.push(reply);
      else fallbacks.push(fellBack("draftExact", reply.failure, "went on without this reply"));
      const another = "exact" in reply ? !agree(type, samples, settings.selfConsistency) : IN_THE_REPLY.has(reply.failure.is);
      if (!another) break;
    }
    const exact = samples.length === 0 ? [] : joinSamples(type, samples, settings.fusionK);
    if (exact.length === 0) {
      const reason = samples.length === 0 ? "no reply could be used" : "the replies name no answer";
      fallbacks.push({ step: "draftExact", code: "empty", reason, instead: "gave no exact answer" });
    }
    const explaining = samples.find((sample) => type !== "yesno" || sample.exact[0] === exact[0]);
    return {
      exactAnswer: exactOf(type, exact),
      ideal: uncitedSentences(explaining?.ideal ?? ""),
      usage,
      fallbacks,
    };
  };

/** Troubles of one reply, which another may not have. */
const IN_THE_REPLY: ReadonlySet<Trouble> = new Set<Trouble>(["unparseable", "truncated", "empty", "refused"]);

/** Whether replies so far settle the vote: a majority of yes or no, or two that name the same in the same order. */
const agree = (type: ExactType, samples: readonly Sample[], most: number): boolean => {
  const said = samples.map(({ exact }) => (type === "yesno" ? exact.slice(0, 1) : exact).join("\n").toLowerCase());
  const alike = Math.max(...said.map((one) => said.filter((other) => other === one).length));
  return alike >= (type === "yesno" ? Math.floor(most / 2) + 1 : 2);
};

const exactOf = (type: ExactType, exact: readonly string[]): BioasqState["exactAnswer"] =>
  exact.length === 0 ? null : type === "yesno" ? (exact[0] ?? null) : exact.map((entry) => [entry]);

type Once = { usage: Usage[]; fallbacks: Fallback[] } & (Sample | { failure: Failure });

const askOnce = async (
  ask: Ask,
  type: ExactType,
  { questionId, body: question, settings }: Pick<BioasqState, Reads>,
  snippets: readonly NumberedSnippet[],
  sample: number,
  runtime: Runtime | undefined,
): Promise<Once> => {
  const several = settings.selfConsistency > 1;
  const options = {
    role: "answer" as const,
    step: "draftExact",
    item: questionId,
    temperature: several ? settings.selfConsistencyTemperature : settings.answerTemperature,
    ...(several ? { sample } : {}),
    nextModels: true,
    corrections: settings.correctiveRetries,
  };
  if (type === "yesno") {
    const input = (kept: NumberedSnippet[]) => ({ question, snippets: kept });
    return sampleOf(await askWithSnippets(ask, answerYesno, snippets, input, options, runtime));
  }
  const prompt = type === "factoid" ? answerFactoid : answerList;
  const most = type === "factoid" ? settings.maxFactoids : settings.maxListEntries;
  const input = (kept: NumberedSnippet[]) => ({ question, snippets: kept, most });
  return sampleOf(await askWithSnippets(ask, prompt, snippets, input, options, runtime));
};

const sampleOf = ({ outcome, usage, fallbacks }: Corrected<{ exact: string | string[]; ideal: string }>): Once =>
  outcome.is === "ok"
    ? { exact: [outcome.value.exact].flat(), ideal: outcome.value.ideal, usage, fallbacks }
    : { failure: outcome, usage, fallbacks };
