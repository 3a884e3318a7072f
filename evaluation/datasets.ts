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
    what: "5,183 abstracts by sentence; 809 train and 300 test claims with relevant abstracts and, for 505 and 188 of them, evidence sentences.",
    source: "github allenai/scifact, data.tar.gz (corpus.jsonl, claims_train.jsonl, claims_dev.jsonl); BEIR's qrels of test",
    licence: "CC BY 4.0 (claims, annotations); ODC-By 1.0 (abstracts of S2ORC); cite Wadden et al. 2020",
    converter:
      "corpus.jsonl: doc_id as id, title, abstract as sentences and, joined, as text; claims_train.jsonl and claims_dev.jsonl (as test): id, claim as text, evidence by document as { label, sentences }; qrels from cited_doc_ids",
    limits: "Claims, not questions. 124 of the 209 pairs of claim and abstract use an abstract that also has training claims.",
    files: {
      "docs.jsonl": "39dba6a260550cd15c2f5ef4a6374dd81d2dfc37f1789706c9c6f202726cde6f",
      "queries.test.jsonl": "fee0f2b0b33a800fe8e9f119812febb7bc9a103a0c46959d54cb84f3ff3b779a",
      "qrels.test.tsv": "68c0ac63f1c24b9e8ce497649694f09b2d0850bab7ec2b103cc66996f5f8b3a3",
      "queries.train.jsonl": "5388ebb9325bdcf19e94ce4f233dcb5c041c4838c6126ecd12a18759c501c616",
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
    name: "pubmedqa",
    what: "The dev half (500) of PubMedQA's labelled questions, answer yes, no or maybe, each with its abstract less the conclusion.",
    source: "github pubmedqa/pubmedqa @1cbae8e, data/ (ori_pqal.json; dev: not in test_ground_truth.json)",
    licence: "MIT (repository); the abstracts are PubMed's; cite Jin et al. 2019",
    converter:
      "queries.dev.jsonl: pmid as id, QUESTION as text, final_decision as answer, LONG_ANSWER as long_answer; docs.jsonl: pmid as id, CONTEXTS as text and as sections with LABELS",
    limits:
      "The question is the article's own title: says nothing about retrieval. 'maybe' is an answer that no BioASQ question has.",
    files: {
      "docs.jsonl": "ab5a45527f8c9b82bfc9cdbf37740526cc8446ad1ff361d51f4f37eafb1855b6",
      "queries.dev.jsonl": "7972186c1d7c4bb80bc5f79472d7983c41e6b2b3e24a3afd9a1745aae4cbf5fb",
    },
  },
  {
    name: "bioasq-11B-abstracts",
    what: "132 questions of 11B with the 676 gold articles whose text is public and whose title's end could be found, and the gold snippets in them.",
    source:
      "golden batches of 11B as data set bioasq; texts: github SamyAteia/bioasq2024, saved as bioasq/abstracts/articles-11B.jsonl (lines of { pmid, text })",
    licence: "CC BY 2.5 (BioASQ); abstracts: NLM, mind publishers' rights",
    converter:
      "evigraph reproduce --prepare bioasq-11B-abstracts --from $EVIGRAPH_DATA/bioasq (evaluation/articles-of-golden.ts)",
    limits:
      "831 of 2,841 gold documents have a text, 676 resolve; labelled abstracts hardly do. A collection of gold articles only: easier to search than PubMed.",
    files: {
      "docs.jsonl": "02088a8c0478da608e13dc6665d7d1b29d8ab41cfae74988e7a838b089484384",
      "golden.json": "bd1138f207a96795dbd14b0664498f42560e02ff39cb5efdbfab684d0e7a6ee7",
    },
  },
  {
    name: "bioasq",
    what: "Golden batches 7B to 11B: 2,310 questions with documents, snippets, exact and ideal answers.",
    source: "github Teddy-XiongGZ/MIRAGE, rawdata/bioasq (enriched golden batches)",
    licence: "CC BY 2.5 (BioASQ); cite Krithara et al. 2023",
    converter: "none: save the files as they are in EVIGRAPH_DATA/bioasq/golden",
    limits: "The enriched regime: 17 to 24 gold documents a question; scores do not compare with the preliminary one.",
    files: {
      "golden/7B1_golden.json": "4a1982648f96559a7daae4c58f2c3528b3301b5a06334220413367fd45271cb9",
      "golden/7B2_golden.json": "86d745d419f2099101112d501abd5b4e9304c5a65484317fdf3994e8f885618d",
      "golden/7B3_golden.json": "15596ea3dbbe4be8124db84b4c7c7c76fb3f1ce8a4bd7cc8f830727a4ec1c0ff",
      "golden/7B4_golden.json": "2e6b4b710c70cd82f5a131a7a9c0acdebe918b5858cf0c33178bdf698b657b27",
      "golden/7B5_golden.json": "857442af3d6e11d49abe37f0539785f56cc53e872a95c55d442d644c35fb0926",
      "golden/8B1_golden.json": "a1c007e9fd70762368d240cf5585b4eca8e45ff6756bb4ff5d757fad708e4868",
      "golden/8B2_golden.json": "987c7be72cb49d80b87935c5d2a3b5fafc06d786905407f6bf60d52cbf496d87",
      "golden/8B3_golden.json": "432a6bc9a338f6d2487b595b27aeb774b5b43c0e33be54cdf5b9c6749021bed4",
      "golden/8B4_golden.json": "a7a5eaf8551f07096ded95258cb75d4e1c0e2831d2b9e438a68ca6a3f8cba108",
      "golden/8B5_golden.json": "2be73d9444557745d57b66e5cdfbd976870920ad8d764d512dbcecb20cf46f68",
      "golden/9B1_golden.json": "236f569be95c36b07d62a636baef53a896c36993296f6680936bdb353880fedf",
      "golden/9B2_golden.json": "c8f8202b3ee6cf8d3ff570e872ba2f57d9890e723e01211abd2ecef5320ce32a",
      "golden/9B3_golden.json": "3a06983fb13f3069f1fbf2f0950275a8311fc5db423577a0e9ddb14d2a698092",
      "golden/9B4_golden.json": "f7a44a823ea1c2946420b829df13c58551707410f84b31125d2db83857c0c5bb",
      "golden/9B5_golden.json": "be7595992cda0597f456eaa650f1bbf4fee4d0466ee346bcd6adba2638fec662",
      "golden/10B1_golden.json": "27fbc53bdcecf45e37a4fcdb996da6768251fa57dcdabc158ed11df061e9b3ee",
      "golden/10B2_golden.json": "d4e51037d2821b3938e7e06a4f21da2d0abef501e7ac0e5cad4e676e3e2ac0b7",
      "golden/10B3_golden.json": "3fe1ba47176e4956b4b6dd4610adc9cae7f7cb8059194aa2a495444f9fd8f71c",
      "golden/10B4_golden.json": "3ea3a9a7fbaa19288fb0dfa2d36461161714695363bfd9c2d558a32b25e4c2ce",
      "golden/10B5_golden.json": "ed5648fc222e4c24a5f63cb849b81d1e383f4834ad95fae5aa0a8e65d1f409e8",
      "golden/10B6_golden.json": "bf59785a8293b3fac257125e6c82227ce47aecac824cfe8bb00bedc429ef8902",
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
