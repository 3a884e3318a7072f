import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { TextStore } from "../../clients/text-store.ts";
import { abstractSentences, abstractText } from "../../formats/abstract-text.ts";
import { questionProfile } from "../../retrieval/question-profile.ts";
import { type ScoredSection, snippetWindows } from "../../retrieval/snippet-windows.ts";
import { cosine } from "../../retrieval/vectors.ts";
import type { Article } from "../../state/article.ts";
import type { BioasqState, Snippet } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import { type SentenceSpan, splitSentences } from "../../text/split-sentences.ts";
import { fellBack } from "../common/fell-back.ts";
import { type ArticleSpans, evidenceOfSpans } from "./evidence-of-spans.ts";
import { excerptOf } from "./excerpt-of.ts";
import { relevanceOf } from "./relevance-of.ts";
import { scoreOf } from "./score-of.ts";
import { similarities } from "./similarities.ts";

type Tools = { embed: Encoder["embed"]; texts: Pick<TextStore, "put">; step: string };

/**
 * Take the best snippets out of articles: windows of neighbouring sentences of a title or abstract.
 *
 * In: question, articles (best first). Out: at most maxSnippets snippets, most relevant first: words and meaning alike, and by snippetEvidence how probable it is that a
 * sentence is evidence beside its neighbours; offsets into the title or the official abstract text, at which the stored text stands; no two overlap or hold the same text.
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
  const split = articles.map(sectionsOf);
  const sections = split.flat();
  const sentences = sections.flatMap(({ spans }) => spans);
  if (sentences.length === 0) return { snippets: [], fallbacks: [] };
  const embedded = await embed([question, ...sentences.map(({ text }) => text)], { signal: runtime?.signal, remember: true });
  const fallbacks = embedded.is === "ok" ? [] : [fellBack(step, embedded, "chose snippets by words alone")];
  const [own = new Float32Array(), ...vectors] = embedded.is === "ok" ? embedded.value : [];
  const vectorOf = new Map(sentences.flatMap((span, at) => (vectors[at] === undefined ? [] : [[span, vectors[at]] as const])));
  const weight = embedded.is === "ok" ? settings.snippetEvidence : 0;
  const evidence = new Map(
    weight === 0 ? [] : split.flatMap((parts) => [...evidenceOfSpans({ text: question, vector: own }, spansOf(parts), vectorOf)]),
  );
  const joined = (relevance: number, probability: number) => (1 - weight) * relevance + weight * probability;
  const relevance = (span: SentenceSpan): number => {
    const vector = vectorOf.get(span);
    const similarity = vector === undefined ? null : cosine(own, vector);
    return joined(relevanceOf({ score: scoreOf(profile, span.text, settings), similarity }), evidence.get(span) ?? 0);
  };
  const scored = sections.map(({ spans, ...section }): ScoredSection => {
    return { ...section, sentences: spans.map((span) => ({ ...span, score: relevance(span) })) };
  });
  const rule = { sentences: settings.snippetSentences, windows: settings.maxSnippets, joinShare: settings.snippetJoinShare };
  const windows = snippetWindows(scored, rule).filter(
    ({ text }, at, all) => all.findIndex((other) => other.text === text) === at,
  );
  const whole = embedded.is === "ok" ? await similarities(embed, question, windows, runtime) : embedded;
  if (embedded.is === "ok" && whole.is !== "ok") fallbacks.push(fellBack(step, whole, "ranked snippets by words alone"));
  const ranked = windows.map((window, at) => {
    const { pmid, section, start, end, text } = window;
    const similarity = whole.is === "ok" ? (whole.value[at] ?? null) : null;
    const score = scoreOf(profile, text, settings);
    const within = sections.find((one) => one.pmid === pmid && one.section === section)?.spans ?? [];
    const held = within.filter((span) => span.start >= start && span.end <= end).map((span) => evidence.get(span) ?? 0);
    const snippet: Snippet = { pmid, section, start, end, score, similarity, sha256: texts.put(text), excerpt: excerptOf(text) };
    return { snippet, place: joined(relevanceOf(snippet), Math.max(0, ...held)) };
  });
  return { snippets: ranked.sort((a, b) => b.place - a.place).map(({ snippet }) => snippet), fallbacks };
};

type Section = Omit<ScoredSection, "sentences"> & { spans: readonly SentenceSpan[] };

const sectionsOf = ({ pmid, title, sections }: Article): Section[] =>
  [
    { pmid, section: "title" as const, text: title, spans: splitSentences(title) },
    { pmid, section: "abstract" as const, text: abstractText(sections), spans: abstractSentences(sections) },
  ].filter(({ spans }) => spans.length > 0);

const spansOf = (parts: readonly Section[]): ArticleSpans => {
  const of = (name: Section["section"]) => parts.find(({ section }) => section === name)?.spans ?? [];
  return { title: of("title"), abstract: of("abstract") };
};
