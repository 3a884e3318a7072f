import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { z } from "zod";

const text = (describe: string) => z.string().trim().min(1).optional().catch(undefined).describe(describe);

/** Every variable that Evigraph reads. An empty value is the same as none. */
export const Env = z.object({
  VLLM_BASE_URL: text("Base URL of a vLLM server, with /v1."),
  VLLM_API_KEY: text("Key of the vLLM server, where it asks for one."),
  OPENAI_BASE_URL: text("Base URL of an OpenAI-compatible server, with /v1."),
  OPENAI_API_KEY: text("Key of the OpenAI-compatible server."),
  GOOGLE_API_KEY: text("Key for Gemini."),
  GEMINI_BASE_URL: text("Base URL for Gemini, where it is not Google's."),
  NCBI_EMAIL: text("Address that NCBI asks every client to send."),
  NCBI_API_KEY: text("NCBI key: 10 requests a second instead of 3."),
  NCBI_BASE_URL: text("Base URL of the E-utilities, where it is not NCBI's."),
  OPENSEARCH_URL: text("URL of an OpenSearch server."),
  EVIGRAPH_MODELS: text("Folder of weights, one folder a model."),
  EVIGRAPH_ENCODER: text("Name of the sentence encoder, a folder in that of the weights; all-MiniLM-L6-v2 unless set."),
  EVIGRAPH_CROSS_ENCODER: text(
    "Name of a cross-encoder that ranks articles anew, a folder in that of the weights; none unless set.",
  ),
  EVIGRAPH_CACHE: text("Folder for caches."),
  EVIGRAPH_DATA: text("Folder of public data sets."),
  EVIGRAPH_INDEX: text("Article index that the bioasq graph searches in Studio; the demo corpus unless set."),
  EVIGRAPH_PHI_HOSTS: z
    .string()
    .catch("")
    .transform((hosts) => hosts.split(/[\s,;]+/).filter((host) => host !== ""))
    .describe("Hosts that text of class phi may reach, separated by commas."),
  EVIGRAPH_TEST_VLLM: text(
    "Base URL, with /v1, of the small vLLM server of deploy/vllm/small, for the tests and conditions that ask it.",
  ),
  NO_COLOR: text("Any value: no colour on the terminal."),
});
export type Env = z.infer<typeof Env>;

type Variables = Record<string, string | undefined>;

/**
 * Read the environment: the process's own variables first, then the file `.env` of the working folder.
 *
 * In: nothing in normal use; tests pass a folder and variables. Out: every variable of spec, absent where unset or empty.
 * If down: a missing or unreadable `.env` is the same as an empty one; this never throws.
 */
export function readEnv(from: { folder?: string; variables?: Variables } = {}): Env {
  const variables = from.variables ?? process.env;
  const merged: Variables = { ...dotEnv(join(from.folder ?? process.cwd(), ".env")) };
  for (const [name, value] of Object.entries(variables)) {
    if (value !== undefined && value.trim() !== "") merged[name] = value;
  }
  return Env.parse(merged);
}

/** Say which variables are set, without showing any value; for `doctor`. Out: one entry a variable, in the order of `Env`. */
export function describeEnv(env: Env): { name: string; set: boolean; about: string }[] {
  return Object.entries(Env.shape).map(([name, shape]) => {
    const value = Object.entries(env).find(([key]) => key === name)?.[1];
    return { name, set: Array.isArray(value) ? value.length > 0 : value !== undefined, about: shape.description ?? "" };
  });
}

/** Name the folder of the package: the nearest one above this file whose package.json is evigraph's, in sources and in dist/. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isEvigraph(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error(`No package.json named evigraph above ${fileURLToPath(import.meta.url)}: the installation is damaged.`);
    folder = parent;
  }
  return folder;
}

/** Name the folder of weights: `EVIGRAPH_MODELS`, else the one that comes with the package. Out: absolute path, existing or not. */
export function modelsDir(env: Env): string {
  return env.EVIGRAPH_MODELS === undefined ? join(packageRoot(), "data", "models") : resolve(env.EVIGRAPH_MODELS);
}

/** Name the encoder: the folder of weights, and the model in it where `EVIGRAPH_ENCODER` names one. Out: options of an encoder. */
export function encoderOptions(env: Env): { modelsDir: string; model?: string } {
  return { modelsDir: modelsDir(env), ...(env.EVIGRAPH_ENCODER === undefined ? {} : { model: env.EVIGRAPH_ENCODER }) };
}

/** Put an encoder asked for by name before the one that the environment names. In: name, undefined where none was asked for. */
export function withEncoder(env: Env, name: string | undefined): Env {
  return name === undefined ? env : { ...env, EVIGRAPH_ENCODER: name };
}

/** Name the cross-encoder as encoderOptions names the encoder. Out: undefined where `EVIGRAPH_CROSS_ENCODER` names none. */
export function crossEncoderOptions(env: Env): { modelsDir: string; model: string } | undefined {
  const model = env.EVIGRAPH_CROSS_ENCODER;
  return model === undefined ? undefined : { modelsDir: modelsDir(env), model };
}

/** Put a cross-encoder asked for by name before the one that the environment names. In: name, undefined where none was asked for. */
export function withCrossEncoder(env: Env, name: string | undefined): Env {
  return name === undefined ? env : { ...env, EVIGRAPH_CROSS_ENCODER: name };
}

/** Name the folder of caches: `EVIGRAPH_CACHE`, else `.cache/evigraph` in the home folder. Out: absolute path, existing or not. */
export function cacheDir(env: Env): string {
  return env.EVIGRAPH_CACHE === undefined ? join(homedir(), ".cache", "evigraph") : resolve(env.EVIGRAPH_CACHE);
}

/** Tell whether Node itself was told to send requests through a proxy, which `fetch` then does for every host. */
export function usesProxy(variables: Variables = process.env): boolean {
  const asked =
    variables.NODE_USE_ENV_PROXY === "1" ||
    /(^|\s)--use-env-proxy(\s|$)/.test(variables.NODE_OPTIONS ?? "") ||
    process.execArgv.includes("--use-env-proxy");
  return asked && ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"].some((name) => (variables[name] ?? "") !== "");
}

/** Change variables of this process and of its children. In: name to value; undefined removes it. Out: what stood there before. */
export function setProcessEnv(changes: Variables): Variables {
  const before: Variables = {};
  for (const [name, value] of Object.entries(changes)) {
    before[name] = process.env[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  return before;
}

function dotEnv(path: string): Variables {
  try {
    return parseEnv(
      readFileSync(path, "utf8")
        .replace(/^\uFEFF/, "")
        .replaceAll("\r\n", "\n"),
    );
  } catch {
    return {}; // absent, a folder of that name (Python's), or not ours to read
  }
}

function isEvigraph(path: string): boolean {
  if (!existsSync(path)) return false;
  const parsed = z.object({ name: z.literal("evigraph") }).safeParse(JSON.parse(readFileSync(path, "utf8")));
  return parsed.success;
}
