import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { abstractSentences, abstractText } from "../../formats/abstract-text.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { type ScoredSection, snippetWindows } from "../../retrieval/snippet-windows.ts";
import type { Article } from "../../state/article.ts";
import type { BioasqState, Snippet } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import { type SentenceSpan, splitSentences } from "../../text/split-sentences.ts";
import { fellBack } from "../common/fell-back.ts";
import { excerptOf } from "./excerpt-of.ts";
import { relevanceOf } from "./relevance-of.ts";
import { scoreOf } from "./score-of.ts";
import { similarities } from "./similarities.ts";

type Tools = { embed: Encoder["embed"]; texts: Pick<TextStore, "put">; step: string };

/**
 * Take the best snippets out of articles: windows of neighbouring sentences of a title or abstract.
 *
 * In: question, articles (best first). Out: at most maxSnippets snippets, most relevant first (words and meaning alike); offsets into the
 * title or the official abstract text, at which the stored text stands; no two overlap or hold the same text.
 * If the encoder is down: relevance by words alone; one fallback.
 *
 * @cite dsgt2026 §4.1-4.2; spec bioasq best
 */
export const takeSnippets = async (
  { embed, texts, step }: Tools,
  question: string,
  articles: readonly Article[],
  settings: BioasqState["settings"],
  runtime: Runtime | undefined,
): Promise<{ snippets: Snippet[]; fallbacks: Fallback[] }> => {
  const profile = questionProfile(question);
  const sections = articles.flatMap(sectionsOf);
  const sentences = sections.flatMap(({ spans }) => spans);
  if (sentences.length === 0) return { snippets: [], fallbacks: [] };
  const compared = await similarities(embed, question, sentences, runtime);
  const fallbacks = compared.is === "ok" ? [] : [fellBack(step, compared, "chose snippets by words alone")];
  const relevance = new Map(
    sentences.map((sentence, at) => {
      const similarity = compared.is === "ok" ? (compared.value[at] ?? null) : null;
      return [sentence, relevanceOf({ score: scoreOf(profile, sentence.text, settings), similarity })] as const;
    }),
  );
  const scored = sections.map(({ spans, ...section }): ScoredSection => {
    return { ...section, sentences: spans.map((span) => ({ ...span, score: relevance.get(span) ?? 0 })) };
  });
  const rule = { sentences: settings.snippetSentences, windows: settings.maxSnippets, joinShare: settings.snippetJoinShare };
  const windows = snippetWindows(scored, rule).filter(
    ({ text }, at, all) => all.findIndex((other) => other.text === text) === at,
  );
  const whole = compared.is === "ok" ? await similarities(embed, question, windows, runtime) : compared;
  if (compared.is === "ok" && whole.is !== "ok") fallbacks.push(fellBack(step, whole, "ranked snippets by words alone"));
  const snippets = windows.map((window, at): Snippet => {
    const { pmid, section, start, end, text } = window;
    const similarity = whole.is === "ok" ? (whole.value[at] ?? null) : null;
    const score = scoreOf(profile, text, settings);
    return { pmid, section, start, end, score, similarity, sha256: texts.put(text), excerpt: excerptOf(text) };
  });
  return { snippets: snippets.sort((a, b) => relevanceOf(b) - relevanceOf(a)), fallbacks };
};

type Section = Omit<ScoredSection, "sentences"> & { spans: readonly SentenceSpan[] };

const sectionsOf = ({ pmid, title, sections }: Article): Section[] =>
  [
    { pmid, section: "title" as const, text: title, spans: splitSentences(title) },
    { pmid, section: "abstract" as const, text: abstractText(sections), spans: abstractSentences(sections) },
  ].filter(({ spans }) => spans.length > 0);
