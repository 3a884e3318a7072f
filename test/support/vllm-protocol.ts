import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One recorded exchange with a real vLLM server. */
export type Recorded = {
  name: string;
  request: { method?: string; path: string; body?: unknown };
  response: { status: number; content_type?: string; body: unknown };
};

const FOLDER = join(import.meta.dirname, "..", "fixtures", "vllm-protocol");

/** Names of all recorded exchanges, without those of llama.cpp. */
export const recordedNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json") && !file.startsWith("llama-cpp"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();

export const recorded = (name: string): Recorded => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8"));

/** What llama.cpp's server answered to the same requests. */
export const llamaCpp = (name: string): { status: number; body: unknown } =>
  JSON.parse(readFileSync(join(FOLDER, "llama-cpp-for-contrast.json"), "utf8")).cases[name];
