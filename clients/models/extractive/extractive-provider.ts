import { failure } from "../../../state/outcome.ts";
import { ExtractiveSettings } from "../../../state/settings/extractive.ts";
import type { Encoder } from "../../encoder/encoder.ts";
import { sha256 } from "../../text-store.ts";
import type { Provider } from "../ask-with.ts";
import { ARCHEHR_HANDLERS } from "./archehr/handlers.ts";
import { BIOASQ_HANDLERS } from "./bioasq/handlers.ts";
import { verifyClaim } from "./common/verify-claim.ts";
import type { Handler } from "./handler.ts";

/** Raise by one whenever a rule changes an answer; recordings of older rules then no longer replay. */
const RULES = 6;

/** What settings are when nobody changes one. */
const DEFAULTS = sha256(JSON.stringify(ExtractiveSettings.parse({}))).slice(0, 12);

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
  encoder: Pick<Encoder, "embed" | "check" | "weightsSha256" | "reader">;
  settings?: ExtractiveSettings;
}): Provider => ({
  name: "extractive",
  get revision() {
    const weights = encoder.check().is === "ok" ? encoder.weightsSha256 : "none";
    const reader = settings.readerWeight === 0 ? [] : [`reader=${encoder.reader.identity.slice(0, 12)}`];
    return [
      `rules=${RULES}`,
      `weights=${weights.slice(0, 12)}`,
      ...reader,
      `defaults=${DEFAULTS}`,
      ...changedSettings(settings),
    ].join(" ");
  },
  carryOut: async (prompt, input, { sample = 0, signal }) => {
    const handler = HANDLERS.get(prompt.id);
    if (handler === undefined) {
      return {
        outcome: failure("misconfigured", `The extractive model has no rules for ${prompt.id}; name another model for its role.`),
      };
    }
    return {
      outcome: await handler.answer(input, { embed: encoder.embed, read: encoder.reader.read, settings, sample, signal }),
    };
  },
});

/** Settings that are not the default, name=value each, so that a replay can name the one that differs. */
const changedSettings = (settings: ExtractiveSettings): string[] => {
  const defaults = new Map(Object.entries(ExtractiveSettings.parse({})).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.entries(settings)
    .map(([name, value]) => ({ name, value: JSON.stringify(value) }))
    .filter(({ name, value }) => defaults.get(name) !== value)
    .map(({ name, value }) => `extractive.${name}=${value.replaceAll(" ", "")}`);
};
