import { createHash } from "node:crypto";
import { failure } from "../../../state/outcome.ts";
import { ExtractiveSettings } from "../../../state/settings/extractive.ts";
import type { Encoder } from "../../encoder/encoder.ts";
import type { Provider } from "../ask-with.ts";
import { ARCHEHR_HANDLERS } from "./archehr/handlers.ts";
import { BIOASQ_HANDLERS } from "./bioasq/handlers.ts";
import { verifyClaim } from "./common/verify-claim.ts";
import type { Handler } from "./handler.ts";

/** Raise by one whenever a rule changes an answer; recordings of older rules then no longer replay. */
const RULES = 1;

const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  [...ARCHEHR_HANDLERS, ...BIOASQ_HANDLERS, verifyClaim].map((handler) => [handler.id, handler]),
);

/**
 * Answer prompts without a chat model or the network: MiniLM similarity and rules, the same answer each time.
 *
 * In: encoder, settings. Out: the provider `extractive`. If the encoder is down: its outcome. A prompt without rules ends in `misconfigured`.
 */
export const extractiveProvider = ({
  encoder,
  settings = ExtractiveSettings.parse({}),
}: {
  encoder: Pick<Encoder, "embed" | "check" | "weightsSha256">;
  settings?: ExtractiveSettings;
}): Provider => ({
  name: "extractive",
  get revision() {
    const weights = encoder.check().is === "ok" ? encoder.weightsSha256 : "none";
    return `rules ${RULES}, weights ${short(weights)}, settings ${short(hash(JSON.stringify(settings)))}`;
  },
  carryOut: async (prompt, input, { sample = 0, signal }) => {
    const handler = HANDLERS.get(prompt.id);
    if (handler === undefined) {
      return {
        outcome: failure("misconfigured", `The extractive model has no rules for ${prompt.id}; name another model for its role.`),
      };
    }
    return { outcome: await handler.answer(input, { embed: encoder.embed, settings, sample, signal }) };
  },
});

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const short = (hex: string): string => hex.slice(0, 12);
