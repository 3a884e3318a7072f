/** A public data set, and all that a stranger needs to have it. */
export type DataSet = {
  name: string;
  what: string;
  /** Where its published form lies. */
  source: string;
  licence: string;
  /** How the published form becomes these files: our own converter, or what to save as it is. */
  converter: string;
  /** What it cannot show. */
  limits: string;
  /** Name in the folder EVIGRAPH_DATA/<name>, and the sha256 of the file on which the expected scores were measured. */
  files: Readonly<Record<string, string>>;
};

/** Every data set that conditions use. None is part of the package: the licences of some allow no copy. */
export const DATA_SETS: readonly DataSet[] = [
  {
    name: "bioasq-snippets",
    what: "Retrieval collection made of BioASQ golden batches: 23,131 documents, each a PMID's gold snippets put together; 327 dev questions (all of 11B).",
    source:
      "golden batches of BioASQ task B (participants-area.bioasq.org; enriched form of 7B-11B: github Teddy-XiongGZ/MIRAGE, rawdata/bioasq)",
    licence: "CC BY 2.5 (BioASQ); cite Krithara et al. 2023",
    converter:
      "evigraph reproduce --prepare bioasq-snippets --from FOLDER (evaluation/collection-of-golden.ts), FOLDER holding *_golden.json; more batches give more documents, so only the same batches give the same files",
    limits:
      "Easier than PubMed; short documents, 86 % without a title: says nothing about title overlap or full abstracts, nor about pruning.",
    files: {
      "docs.jsonl": "244a9a632f4781ae819913e7349666c79e8cbc139a8a028420c6ef23964f4f18",
      "queries.dev.jsonl": "8f881dbab99a5a0e689a9d86b2652dd5a888d4b71019b9c82780d03d1c64237a",
      "qrels.dev.tsv": "af1cbac99435fef78d739a04e164f62a56542f704a2c42956423bd82720159be",
    },
  },
  {
    name: "scifact",
    what: "5,183 abstracts by sentence; 300 test claims with relevant abstracts and, for 188 of them, evidence sentences.",
    source: "github allenai/scifact, data.tar.gz (corpus.jsonl, claims_dev.jsonl); BEIR's qrels of test",
    licence: "CC BY 4.0 (claims, annotations); ODC-By 1.0 (abstracts of S2ORC); cite Wadden et al. 2020",
    converter:
      "corpus.jsonl: doc_id as id, title, abstract as sentences and, joined, as text; claims_dev.jsonl: id, claim as text, evidence by document as { label, sentences }; qrels from cited_doc_ids",
    limits: "Claims, not questions. 124 of the 209 pairs of claim and abstract use an abstract that also has training claims.",
    files: {
      "docs.jsonl": "39dba6a260550cd15c2f5ef4a6374dd81d2dfc37f1789706c9c6f202726cde6f",
      "queries.test.jsonl": "fee0f2b0b33a800fe8e9f119812febb7bc9a103a0c46959d54cb84f3ff3b779a",
      "qrels.test.tsv": "68c0ac63f1c24b9e8ce497649694f09b2d0850bab7ec2b103cc66996f5f8b3a3",
    },
  },
  {
    name: "medlars",
    what: "MED, the classic SMART collection: 1,033 abstracts without titles, 30 queries, 696 judgements.",
    source: "MED.ALL, MED.QRY and MED.REL of the Cornell SMART archive (ir.dcs.gla.ac.uk/resources/test_collections/medl)",
    licence: "none stated; distributed for research since the 1970s",
    converter:
      "in MED.ALL and MED.QRY a line .I starts a record and .W its text; lines joined by one space; MED.REL: query, 0, document, 1",
    limits: "Small and old: 30 queries give wide intervals.",
    files: {
      "docs.jsonl": "4dd5bd69d7d6235e9828e2cf45fd2cd4e381bb32f0df2e0d5dd095eb9d925dbb",
      "queries.jsonl": "2ef9a7e888912b846c34c38fd272dfcdd31775c988a0834d710ed4c3b3e207db",
      "qrels.tsv": "f57b2c318be6a6d5198d1b8b0e7203c75cb27eb124085775d4c39b6a2a734915",
    },
  },
  {
    name: "meqsum",
    what: "The first 500 of 1,000 consumer health messages, each with an expert's one-line question.",
    source: "github abachaa/MeQSum @51e36cf (MeQSum_ACL2019_BenAbacha_Demner-Fushman.xlsx)",
    licence: "CC BY 4.0; cite Ben Abacha & Demner-Fushman 2019",
    converter: "each row of the sheet as { id (row number from 1), file, chq, summary }, the first 500 rows",
    limits: "Summaries are written for search, not for a clinician; no notes belong to them.",
    files: { "meqsum.first500.jsonl": "6be891b59e0f887d58e0a6b5ec283a46ed8f070459f653334ca462ee5e427f6e" },
  },
  {
    name: "mediqa2021",
    what: "50 long consumer health questions of MEDIQA 2021 task 1 (validation), each with an expert's short question.",
    source: "github abachaa/MEDIQA2021 @8d7fe20, Task1",
    licence: "CC BY 4.0",
    converter: "each question as { q_id, NLM Question, Summary, Question Focus, Question Type }",
    limits: "50 messages give wide intervals.",
    files: { "qs_validation.jsonl": "c04d1085ff40a723537e6231bd4431bf676969b55d3810c342e22b8aea5836b5" },
  },
  {
    name: "bioasq",
    what: "Golden batch 11B: 327 questions with documents, snippets, exact and ideal answers.",
    source: "github Teddy-XiongGZ/MIRAGE, rawdata/bioasq (enriched golden batches)",
    licence: "CC BY 2.5 (BioASQ); cite Krithara et al. 2023",
    converter: "none: save 11B1_golden.json to 11B4_golden.json in EVIGRAPH_DATA/bioasq/golden",
    limits: "The enriched regime: 17 to 24 gold documents a question; scores do not compare with the preliminary one.",
    files: {
      "golden/11B1_golden.json": "3a771eb5e42962dfb50d0eec090095eb6cdd9b6ddda7cab952e771e5d548a7bf",
      "golden/11B2_golden.json": "a276ccc1a0a133851f150df7bbca91a55a5ad2590dd20dee54889539490d56cb",
      "golden/11B3_golden.json": "62b339a7732a73e730a9e3b4217c683d9e0bb0d32d11059bd04c071c8b69aaa6",
      "golden/11B4_golden.json": "26b9b2f512ed90c1e0e499417def6d790caae6e8adc7d0113baef3e10bbafcd9",
    },
  },
];

/**
 * Tell how to get a data set.
 *
 * In: a data set. Out: a few lines: what to fetch, under which licence, how it becomes the files, and where they are looked for.
 */
export function howToGet({ name, source, licence, converter, files }: DataSet): string {
  return [
    `${name}: fetch it from ${source} (${licence}).`,
    `  Convert: ${converter}.`,
    `  Expected in $EVIGRAPH_DATA/${name}: ${Object.keys(files).join(", ")}.`,
  ].join("\n");
}
