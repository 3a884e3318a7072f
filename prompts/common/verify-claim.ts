import { z } from "zod";
import { Correction, corrected, DATA_RULE, definePrompt, fenced } from "../define-prompt.ts";

/**
 * Judge whether cited sentences, taken together, support a claim.
 *
 * In: claim, evidence[n] (texts). Out: verdict supported | unsupported, problem (what is not supported; "" when supported).
 *
 * @cite spec archehr best 6
 */
export const verifyClaim = definePrompt({
  id: "common/verify-claim",
  version: 1,
  input: z.object({ claim: z.string(), evidence: z.array(z.string()), correction: Correction.optional() }),
  output: z.object({ verdict: z.enum(["supported", "unsupported"]), problem: z.string().default("") }),
  render: ({ claim, evidence, correction }) => ({
    system: [
      "You check whether evidence supports a claim. Every number, unit, date, drug, negation and cause in the claim must be stated by the evidence, taken together.",
      DATA_RULE,
      'Reply with JSON only: {"verdict": "supported" | "unsupported", "problem": "what is not supported, or empty"}',
    ].join("\n"),
    user: `${evidence.map((text, i) => `<evidence n="${i + 1}">\n${fenced(text)}\n</evidence>`).join("\n")}\n<claim>\n${fenced(claim)}\n</claim>${corrected(correction)}`,
  }),
  example: { claim: "Warfarin was held for an INR of 4.8.", evidence: ["INR was 4.8, so warfarin was held."] },
});
