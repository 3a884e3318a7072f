import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import { expandQuestion as prompt } from "../../prompts/bioasq/expand-question.ts";
import { type Expansion, expandQueries } from "../../retrieval/expand-queries.ts";
import { keyTerms } from "../../retrieval/key-phrases.ts";
import { type Lexicon, type LexiconMatch, lexiconSynonyms } from "../../retrieval/lexicon.ts";
import { questionType } from "../../retrieval/question-type.ts";
import { relationTerms } from "../../retrieval/relations.ts";
import { synonymsIn } from "../../retrieval/synonyms.ts";
import { memoryTerms } from "../../retrieval/training-memory.ts";
import type { BioasqState, BioasqStep } from "../../state/bioasq.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Runtime } from "../../state/step.ts";
import type { Usage } from "../../state/usage.ts";
import { askCorrected } from "../common/ask-corrected.ts";
import { fellBack } from "../common/fell-back.ts";
import { fieldedQuery, withSynonyms } from "./fielded-query.ts";
import { type Recall, recallFrom, type TrainingMemory } from "./recall-questions.ts";

type Reads = "questionId" | "body" | "type" | "settings";
type Question = Pick<BioasqState, Reads>;
type Terms<Found> = { found: Found; usage: Usage[]; fallbacks: Fallback[] };
type Synonyms = { term: string; synonyms: string[] }[];

/**
 * Turn a question into searches: itself, its key terms, and one query each for synonyms, names of a lexicon, relations and similar training questions.
 *
 * In: question; memory and lexicon where they are given. Out: queries, at most maxQueries, each labelled with the source of its terms; type, where the caller gave none.
 * If the model is down: the built-in synonyms alone; if the encoder is down: no training questions; one fallback each.
 *
 * @cite dsgt2026 §4.1; spec bioasq best
 */
export const expandQuestion = (
  ask: Ask,
  embed: Encoder["embed"],
  memory?: TrainingMemory,
  lexicon?: Lexicon,
): BioasqStep<Reads, "queries" | "type"> => {
  const recall = memory === undefined ? undefined : recallFrom(embed, memory);
  return async (question, runtime) => {
    const { body, type, settings } = question;
    const most = settings.maxExpansionTerms;
    const synonyms = await synonymsOf(ask, question, runtime);
    const named = settings.expandSynonyms && lexicon !== undefined ? lexiconSynonyms(body, lexicon, most) : [];
    const remembered = await remember(recall, question, runtime);
    const relations = settings.expandRelations ? relationTerms(body, most).flatMap(({ terms }) => terms) : [];
    const expansions: Expansion[] = [
      { source: "synonyms", terms: synonyms.found.flatMap((entry) => entry.synonyms) },
      { source: "lexicon", terms: inTurns(named, most) },
      { source: "relations", terms: relations },
      { source: "memory", terms: remembered.found },
    ];
    const rule = { queries: settings.maxQueries, addedTerms: most, keyTerms: most, keyTermQuery: settings.keyTermQuery };
    const core = keyTerms(body, most);
    const queries = expandQueries(body, expansions, rule).map((query) => {
      if (query.source === "question" || query.source === "keyTerms") return query;
      if (query.source === "synonyms") return { ...query, fielded: fieldedQuery(withSynonyms(core, synonyms.found)) };
      if (query.source === "lexicon") {
        const known = named.map((match) => ({ term: match.text, synonyms: match.synonyms }));
        return { ...query, origins: named.map(({ origin }) => origin), fielded: fieldedQuery(withSynonyms(core, known)) };
      }
      return { ...query, fielded: fieldedQuery([...core.map((term) => [term]), query.added]) };
    });
    return {
      queries,
      ...(type === "" ? { type: questionType(body).type } : {}),
      usage: [...synonyms.usage, ...remembered.usage],
      fallbacks: [...synonyms.fallbacks, ...remembered.fallbacks],
    };
  };
};

/** Each name in turn gives its next other name, so that one with many of them does not use up the room. */
const inTurns = (named: readonly LexiconMatch[], most: number): string[] =>
  Array.from({ length: most }, (_, turn) => named.flatMap(({ synonyms }) => synonyms[turn] ?? [])).flat();

/** The model's synonyms, then the built-in ones. */
const synonymsOf = async (ask: Ask, question: Question, runtime: Runtime | undefined): Promise<Terms<Synonyms>> => {
  const { questionId, body, settings } = question;
  const most = settings.maxExpansionTerms;
  if (!settings.expandSynonyms || most === 0) return { found: [], usage: [], fallbacks: [] };
  const builtIn = synonymsIn(body, most).map(({ text, synonyms }) => ({ term: text, synonyms }));
  const { outcome, usage, fallbacks } = await askCorrected(
    ask,
    prompt,
    { question: body, maxTerms: most },
    {
      role: "expand",
      step: "expandQuestion",
      item: questionId,
      temperature: settings.answerTemperature,
      nextModels: true,
      corrections: settings.correctiveRetries,
    },
    runtime,
  );
  if (outcome.is === "ok") return { found: [...outcome.value.synonyms, ...builtIn], usage, fallbacks };
  return { found: builtIn, usage, fallbacks: [...fallbacks, fellBack("expandQuestion", outcome, "used the built-in synonyms")] };
};

const remember = async (
  recall: Recall | undefined,
  question: Question,
  runtime: Runtime | undefined,
): Promise<Terms<string[]>> => {
  const { questionId, body, settings } = question;
  if (recall === undefined || !settings.expandMemory) return { found: [], usage: [], fallbacks: [] };
  const past = await recall(question, runtime);
  if (past.is !== "ok") {
    return { found: [], usage: [], fallbacks: [fellBack("expandQuestion", past, "went on without training questions")] };
  }
  const rule = { atLeast: settings.memorySimilarity, questions: settings.memoryQuestions, terms: settings.maxExpansionTerms };
  return { found: memoryTerms({ id: questionId, body }, past.value, rule), usage: [], fallbacks: [] };
};
