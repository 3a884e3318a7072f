import { verifyClaim as prompt } from "../../../../prompts/common/verify-claim.ts";
import { cosine } from "../../../../retrieval/vectors.ts";
import { ok } from "../../../../state/outcome.ts";
import { factsDiffer } from "../../../../text/clinical-facts.ts";
import { handles } from "../handler.ts";
import { saidTerms, shareSaid } from "./said-terms.ts";

/**
 * Judge a claim by its facts, then by the words and the meaning that its evidence shares with it.
 *
 * In: claim, evidence. Out: unsupported where a number, date, drug or negation differs, or where the mean of the share of terms held and the
 * best cosine is below supportedFrom; with the problem in words. If the encoder is down: its outcome.
 */
export const verifyClaim = handles(prompt, async ({ claim, evidence }, { embed, settings, signal }) => {
  if (evidence.length === 0) return ok({ verdict: "unsupported", problem: "no evidence is given" });
  const differing = factsDiffer(claim, evidence.join("\n"));
  if (differing.length > 0) return ok({ verdict: "unsupported", problem: differing.map(({ detail }) => detail).join("; ") });
  const embedded = await embed([claim, ...evidence], { signal });
  if (embedded.is !== "ok") return embedded;
  const [said, ...vectors] = embedded.value;
  const nearest = said === undefined ? 0 : Math.max(0, ...vectors.map((vector) => cosine(said, vector)));
  const held = shareSaid(saidTerms(claim).own, new Set(evidence.flatMap((text) => [...saidTerms(text).known])), () => 1);
  return (nearest + held) / 2 >= settings.supportedFrom
    ? ok({ verdict: "supported", problem: "" })
    : ok({ verdict: "unsupported", problem: "the evidence hardly shares the claim's words and meaning" });
});
