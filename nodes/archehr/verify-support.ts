import type { Encoder } from "../../clients/encoder/encoder.ts";
import type { Ask } from "../../clients/models/ask.ts";
import type { TextStore } from "../../clients/text-store.ts";
import type { ArchehrState, ArchehrStep } from "../../state/archehr.ts";
import type { Fallback } from "../../state/fallback.ts";
import type { Usage } from "../../state/usage.ts";
import { checkClaim } from "../common/check-claim.ts";
import { readNote } from "./read-note.ts";

type Reads = "caseId" | "draft" | "alignment" | "note" | "abstained" | "repairs" | "settings";

/**
 * Check each answer sentence against all its cited sentences together: facts literally, then the encoder, then a model in the grey band.
 *
 * In: draft, alignment, note. Out: support, one entry a sentence; supportVerdict: unsupported while a sentence is not supported and
 * repair rounds are left. A sentence without citation is unsupported. With verifySupport off, or an abstention: supported, support [].
 * If the encoder is down: the literal check and the model decide; one fallback.
 *
 * @cite spec archehr best 6
 */
export const verifySupport =
  (ask: Ask, embed: Encoder["embed"], texts: Pick<TextStore, "get">): ArchehrStep<Reads, "support" | "supportVerdict"> =>
  async ({ caseId, draft, alignment, note, abstained, repairs, settings }, runtime) => {
    if (!settings.verifySupport || abstained) return { support: [], supportVerdict: "supported" };
    const { sentences } = readNote(texts, note, "verifySupport");
    const byId = new Map(sentences.map(({ id, text }) => [id, text]));
    const context = sentences.filter(({ heading }) => !heading).map(({ text }) => text);
    const support: ArchehrState["support"] = [];
    const usage: Usage[] = [];
    const fallbacks: Fallback[] = [];
    for (const { id, text } of draft) {
      const cited = (alignment.find(({ answerId }) => answerId === id)?.evidenceIds ?? []).map(
        (sentence) => byId.get(sentence) ?? "",
      );
      const checked = await checkClaim(
        { ask, embed },
        { claim: text, evidence: cited, context },
        {
          step: "verifySupport",
          item: caseId,
          supportedAbove: settings.supportedAbove,
          unsupportedBelow: settings.unsupportedBelow,
          evidenceWeight: settings.supportEvidence,
        },
        runtime,
      );
      support.push({ answerId: id, state: checked.state, score: checked.score, problem: checked.problem });
      usage.push(...checked.usage);
      fallbacks.push(...checked.fallbacks);
      runtime?.writer?.({
        event: "progress",
        step: "verifySupport",
        item: caseId,
        done: support.length,
        of: draft.length,
        unit: "sentences",
      });
    }
    const unsupported = support.filter(({ state }) => state === "unsupported");
    const repairable = unsupported.length > 0 && repairs < settings.maxRepairs;
    if (unsupported.length > 0 && !repairable) {
      fallbacks.push({
        step: "verifySupport",
        code: "unsupported",
        // What is not supported stands in support: it quotes the answer, which a list of departures must not.
        reason: `what they cite does not support answer sentences ${unsupported.map(({ answerId }) => answerId).join(", ")}`,
        instead: "kept the answer and marked the sentences",
      });
    }
    return { support, supportVerdict: repairable ? "unsupported" : "supported", usage, fallbacks };
  };
