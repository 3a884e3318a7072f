import { failure, type Outcome, ok } from "../../../state/outcome.ts";
import type { Env } from "../../env.ts";
import type { ServerNames } from "../chat/judge-error.ts";
import type { Reach } from "../chat/send-json.ts";

/** An OpenAI-compatible server, and one model of it. */
export type Server = {
  /** Base URL, which ends in /v1 as a rule; without a slash at its end. */
  base: string;
  key: string | undefined;
  model: string;
  names: ServerNames;
  reach: Reach;
};

const OPENAI = "https://api.openai.com/v1";

/**
 * Find the server of `vllm:MODEL` or `openai:MODEL` in the environment.
 *
 * Out: the server; misconfigured where a variable is missing or is no URL. A base URL is no consent: the egress decides at each request.
 */
export const serverOf = (kind: "vllm" | "openai", model: string, env: Env, reach: Reach): Outcome<Server> => {
  const [baseVariable, keyVariable] = kind === "vllm" ? ["VLLM_BASE_URL", "VLLM_API_KEY"] : ["OPENAI_BASE_URL", "OPENAI_API_KEY"];
  const base = kind === "vllm" ? env.VLLM_BASE_URL : (env.OPENAI_BASE_URL ?? OPENAI);
  const key = kind === "vllm" ? env.VLLM_API_KEY : env.OPENAI_API_KEY;
  if (base === undefined) {
    return failure(
      "misconfigured",
      "VLLM_BASE_URL is not set; it names the server, such as http://127.0.0.1:8000/v1. See .env.example.",
    );
  }
  if (!URL.canParse(base)) return failure("misconfigured", `${baseVariable} is "${base}"; expected http://HOST:PORT/v1.`);
  if (base === OPENAI && key === undefined) {
    return failure(
      "misconfigured",
      "OPENAI_API_KEY is not set; api.openai.com asks for it. For another server set OPENAI_BASE_URL.",
    );
  }
  return ok({
    base: base.replace(/\/+$/u, ""),
    key,
    model,
    names: { what: `${kind}:${model}`, keyVariable, baseVariable },
    reach,
  });
};

/** The server's root, where vLLM keeps /tokenize, /version and /health. */
export const rootOf = ({ base }: Pick<Server, "base">): string => base.replace(/\/v1$/u, "");

export const headersOf = ({ key }: Pick<Server, "key">): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };
