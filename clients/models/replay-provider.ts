import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { failure } from "../../state/outcome.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type AskRequest, type Carried, type Provider, requestOf } from "./ask-with.ts";
import { CarriedReply } from "./through-store.ts";

const Recorded = z.object({ kind: z.literal("model"), request: z.looseObject({ model: z.string() }), reply: CarriedReply });
type Found = { model: string; reply: Carried };

/**
 * Answer prompts from a folder of recordings, whichever model was recorded: one role replays while others run.
 *
 * In: folder of `--record`. Out: the provider `replay:FOLDER`. A prompt that was never recorded, or that several models answered, ends in `replayMiss`.
 */
export const replayProvider = (folder: string): Provider => {
  let known: Map<string, Found[]> | undefined;
  return {
    name: `replay:${folder}`,
    revision: "recorded",
    carryOut: async (prompt, input, options) => {
      if (!existsSync(folder))
        return { outcome: failure("misconfigured", `${folder} is not there; record one with --record ${folder}.`) };
      known ??= readAll(folder);
      const found = known.get(keyOf(requestOf(prompt, input, NO_MODEL, options))) ?? [];
      const [first] = found;
      const models = new Set(found.map(({ model }) => model));
      if (first === undefined) return { outcome: failure("replayMiss", `${folder} holds no such recording of ${prompt.id}.`) };
      if (models.size === 1) return first.reply;
      return {
        outcome: failure("replayMiss", `${folder} holds replies of ${[...models].join(" and ")} to ${prompt.id}; keep one.`),
      };
    },
  };
};

const NO_MODEL = { name: "", revision: "" };

/** All that decides a reply but the model. */
const keyOf = (request: AskRequest | Record<string, unknown>): string => canonicalJson({ ...request, model: "", revision: "" });

const readAll = (folder: string): Map<string, Found[]> => {
  const all = new Map<string, Found[]>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".json")) continue;
    const read = Recorded.safeParse(JSON.parse(readFileSync(join(folder, file), "utf8")));
    if (!read.success) continue; // a PubMed call
    const { request, reply } = read.data;
    const key = keyOf(request);
    all.set(key, [...(all.get(key) ?? []), { model: request.model, reply }]);
  }
  return all;
};
