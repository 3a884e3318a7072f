import { type Condition, TOLERANCE } from "../condition.ts";
import { against, COLLECTIONS, ONCE, RANKING, WHOLE } from "./ranking-common.ts";

const MPNET = "all-mpnet-base-v2";
const MS_MARCO = "ms-marco-MiniLM-L-6-v2";
const TUNED = "MiniLM-L6-bioasq";
const OWN_CROSS = "MiniLM-L6-cross-bioasq";
/** Articles that our own cross-encoder reads: more change what stands first no more, and each costs 20 to 60 ms of a core. */
const OWN_TOP = 20;
const OWN_WEIGHT = 0.1;
/** The paper's way: only what BM25 finds is ranked anew. */
const OF_WORDS = { ranker: "mix", ...ONCE, pool: "bm25" };
const mixed = (crossEncoderTop: number, crossEncoderWeight: number) => ({
  ranker: "mix",
  ...ONCE,
  crossEncoderTop,
  crossEncoderWeight,
});

type Row = {
  end: string;
  about: string;
  settings: Readonly<Record<string, unknown>>;
  weights?: NonNullable<Condition["weights"]>;
  /** End of the name of the condition that it is compared with. */
  beside: string;
};

/** Other models than the default, alone and mixed with BM25: run where their folders are among the weights. */
const MODELS: readonly Row[] = [
  { end: "dense-tuned", about: `${TUNED} alone`, weights: { encoder: TUNED }, settings: { ranker: "dense" }, beside: "dense" },
  {
    end: "mix-tuned",
    about: `${TUNED} mixed with BM25`,
    weights: { encoder: TUNED },
    settings: { ranker: "mix", ...ONCE },
    beside: "mix",
  },
  {
    end: "graph-tuned",
    about: `${WHOLE}, profile best, with ${TUNED}`,
    weights: { encoder: TUNED },
    settings: { ranker: "graph" },
    beside: "graph-best",
  },
  {
    end: "cross-own",
    about: `the ${OWN_TOP} best of the mix ranked by cross-encoder ${OWN_CROSS} alone`,
    weights: { crossEncoder: OWN_CROSS },
    settings: mixed(OWN_TOP, 1),
    beside: "mix",
  },
  {
    end: "mix-cross-own",
    about: `the ${OWN_TOP} best of the mix ranked by cross-encoder ${OWN_CROSS} and mix`,
    weights: { crossEncoder: OWN_CROSS },
    settings: mixed(OWN_TOP, OWN_WEIGHT),
    beside: "mix",
  },
  {
    end: "mix-tuned-cross-own",
    about: `the ${OWN_TOP} best of ${TUNED}'s mix ranked by cross-encoder ${OWN_CROSS} and mix`,
    weights: { encoder: TUNED, crossEncoder: OWN_CROSS },
    settings: mixed(OWN_TOP, OWN_WEIGHT),
    beside: "mix-tuned",
  },
  { end: "dense-mpnet", about: `${MPNET} alone`, weights: { encoder: MPNET }, settings: { ranker: "dense" }, beside: "dense" },
  {
    end: "mix-mpnet",
    about: `${MPNET} mixed with BM25`,
    weights: { encoder: MPNET },
    settings: { ranker: "mix", ...ONCE },
    beside: "mix",
  },
  {
    end: "cross-ms-marco",
    about: `the 100 best of the mix ranked by cross-encoder ${MS_MARCO} alone`,
    weights: { crossEncoder: MS_MARCO },
    settings: mixed(100, 1),
    beside: "mix",
  },
  {
    end: "mix-cross-ms-marco",
    about: `the 100 best of the mix ranked by cross-encoder ${MS_MARCO} and mix`,
    weights: { crossEncoder: MS_MARCO },
    settings: mixed(100, 0.3),
    beside: "mix",
  },
];

/** The encoders over the first 100 articles by BM25 alone, by cosine and mixed; the tuned one beside the base. */
const RERANKINGS: readonly Row[] = [
  { end: "bm25-100-cosine", about: "BM25's 100 best ranked by MiniLM", settings: { ...OF_WORDS, mixCosine: 1 }, beside: "bm25" },
  { end: "bm25-100-mix", about: "BM25's 100 best ranked by the mix", settings: OF_WORDS, beside: "bm25" },
  {
    end: "bm25-100-cosine-tuned",
    about: `BM25's 100 best ranked by ${TUNED}`,
    settings: { ...OF_WORDS, mixCosine: 1 },
    weights: { encoder: TUNED },
    beside: "bm25-100-cosine",
  },
  {
    end: "bm25-100-mix-tuned",
    about: `BM25's 100 best ranked by ${TUNED}'s mix`,
    settings: OF_WORDS,
    weights: { encoder: TUNED },
    beside: "bm25-100-mix",
  },
];

/** Rankings by other models than the default, and of other candidates than the union's. */
export const OTHER_MODELS: readonly Condition[] = COLLECTIONS.flatMap(({ name, data, ...files }) =>
  [...RERANKINGS, ...MODELS].map(({ end, about, settings, weights, beside }) => ({
    name: `${name}/${end}`,
    about,
    data,
    task: "ranking" as const,
    settings: { ...settings, ...files },
    ...(weights === undefined ? {} : { weights }),
    measures: RANKING,
    tolerance: TOLERANCE.vectors,
    against: [against(`${name}/${beside}`)],
  })),
);
