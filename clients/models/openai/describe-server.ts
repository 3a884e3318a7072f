import { type Outcome, ok } from "../../../state/outcome.ts";
import type { ModelSettings } from "../../../state/settings/models.ts";
import { stoppedBy } from "../../encoder/all-or-first-failure.ts";
import type { Env } from "../../env.ts";
import type { Reach } from "../chat/send-json.ts";
import { withinDeadline } from "../chat/within-deadline.ts";
import type { Tokenizer } from "./count-tokens.ts";
import type { Template } from "./generate.ts";
import { probeServer, type ServerFacts, versionOf } from "./probe-server.ts";
import { serverOf } from "./server.ts";
import type { StructuredOutput } from "./structured-output.ts";

/** What `doctor --model vllm:NAME` tells, one line each. */
export type ServerReport = { host: string; lines: { name: string; detail: string }[] };

/**
 * Ask a server what it supports: template, structured output obeyed or ignored, context length, tokenizer, model id, version.
 *
 * In: provider and model, environment, egress, settings (deadline). Out: the report. A few words are generated, of no one's text.
 * If down: the outcome, within the deadline.
 */
export const describeServer = async (
  kind: "vllm" | "openai",
  model: string,
  { env, reach, settings }: { env: Env; reach: Reach; settings: ModelSettings },
): Promise<Outcome<ServerReport>> => {
  const server = serverOf(kind, model, env, reach);
  if (server.is !== "ok") return server;
  const { base, names } = server.value;
  const raced = await withinDeadline(
    async (signal) => {
      try {
        const facts = await probeServer(server.value, { ...settings, signal });
        return facts.is === "ok" ? ok({ facts: facts.value, version: await versionOf(server.value, signal) }) : facts;
      } catch (error) {
        if (signal.aborted) return stoppedBy(signal, names.what);
        throw error;
      }
    },
    { ...settings, what: names.what },
  );
  if (raced.is === "stopped") return raced.failure;
  if (raced.value.is !== "ok") return raced.value;
  const { facts, version } = raced.value.value;
  return ok({ host: new URL(base).host, lines: linesOf(model, facts, version) });
};

const linesOf = (model: string, facts: ServerFacts, version: string | undefined): ServerReport["lines"] => [
  { name: "Server", detail: version === undefined ? "tells no version" : `version ${version}` },
  {
    name: "Model id",
    detail: facts.served.includes(model)
      ? `${model}, served`
      : `${model} is not in its list (${facts.served.join(", ") || "none"})`,
  },
  {
    name: "Context",
    detail:
      facts.contextTokens === undefined
        ? "the server does not say; overflows are found by asking"
        : `${facts.contextTokens} tokens`,
  },
  { name: "Tokenizer", detail: TOKENIZERS[facts.tokenizer] },
  { name: "Chat template", detail: TEMPLATES[facts.template.is] },
  { name: "Structured output", detail: WAYS[facts.structuredOutput] },
];

const TOKENIZERS: Record<Tokenizer, string> = {
  chat: "/tokenize counts conversations",
  text: "/tokenize counts bare text; the template is estimated",
  none: "none; lengths are estimated from characters",
};

const TEMPLATES: Record<Template["is"], string> = {
  server: "the server's own",
  llama3: "none; the tokenizer is Llama 3's, so prompts are written in its template and sent to /v1/completions",
};

const WAYS: Record<StructuredOutput, string> = {
  structured_outputs: "structured_outputs is obeyed",
  response_format: "structured_outputs is ignored or refused; response_format is obeyed",
  text: "ignored; replies are read as text and checked",
};
