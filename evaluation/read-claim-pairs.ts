import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readJsonLines } from "../formats/json-lines.ts";

const Claim = z.object({
  id: z.string(),
  text: z.string(),
  evidence: z.record(z.string(), z.object({ sentences: z.array(z.array(z.int())) })),
});
const Abstract = z.object({ id: z.string(), sentences: z.array(z.string()) });

/** A claim beside one of its gold abstracts; gold: the sentences of any rationale (indices from 0). */
export type ClaimPair = { id: string; claim: string; sentences: string[]; gold: Set<number> };

/** Read SciFact's claims with their gold abstracts. In: the data set's folder, the file of claims, most pairs. Out: pairs in the file's order; a claim without evidence has none. */
export function readClaimPairs(folder: string, claimsFile: string, most: number | undefined): ClaimPair[] {
  const linesOf = (file: string) => readJsonLines(readFileSync(join(folder, file), "utf8"), file).map(({ value }) => value);
  const abstracts = new Map(
    linesOf("docs.jsonl").map((line) => {
      const { id, sentences } = Abstract.parse(line);
      return [id, sentences] as const;
    }),
  );
  return linesOf(claimsFile)
    .flatMap((line) => {
      const { id, text, evidence } = Claim.parse(line);
      return Object.entries(evidence).map(([abstract, { sentences }]) => ({
        id: `${id}/${abstract}`,
        claim: text,
        sentences: abstracts.get(abstract) ?? [],
        gold: new Set(sentences.flat()),
      }));
    })
    .slice(0, most);
}
