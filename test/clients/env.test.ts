import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  cacheDir,
  crossEncoderOptions,
  describeEnv,
  Env,
  encoderOptions,
  modelsDir,
  packageRoot,
  readEnv,
  setProcessEnv,
  usesProxy,
  withCrossEncoder,
  withEncoder,
} from "../../clients/env.ts";

const folderWith = (dotEnv: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "env with space "));
  writeFileSync(join(folder, ".env"), dotEnv);
  return folder;
};

describe("reading the environment", () => {
  it("without a .env and without variables everything is absent and nothing throws", () => {
    const env = readEnv({ folder: join(tmpdir(), "no-such-folder"), variables: {} });
    expect(env.NCBI_EMAIL).toBeUndefined();
    expect(env.EVIGRAPH_PHI_HOSTS).toEqual([]);
  });

  it("a .env with a BOM, Windows line ends, quotes and comments is read", () => {
    const folder = folderWith(
      '\uFEFFNCBI_EMAIL=a@b.example\r\n# comment\r\nVLLM_BASE_URL="http://gpu:8000/v1"\r\nEVIGRAPH_PHI_HOSTS=gpu, other:81\r\n',
    );
    const env = readEnv({ folder, variables: {} });
    expect(env.NCBI_EMAIL).toBe("a@b.example");
    expect(env.VLLM_BASE_URL).toBe("http://gpu:8000/v1");
    expect(env.EVIGRAPH_PHI_HOSTS).toEqual(["gpu", "other:81"]);
  });

  it("the process wins over .env, but an empty process variable does not", () => {
    const folder = folderWith("NCBI_EMAIL=file\nNCBI_API_KEY=file\n");
    const env = readEnv({ folder, variables: { NCBI_EMAIL: "process", NCBI_API_KEY: " " } });
    expect([env.NCBI_EMAIL, env.NCBI_API_KEY]).toEqual(["process", "file"]);
  });

  it("an empty value is the same as none", () => {
    const env = readEnv({ folder: folderWith("GOOGLE_API_KEY=\nOPENAI_API_KEY=''\n"), variables: {} });
    expect([env.GOOGLE_API_KEY, env.OPENAI_API_KEY]).toEqual([undefined, undefined]);
  });

  it("a folder named .env, as Python makes it, is no error", () => {
    const folder = mkdtempSync(join(tmpdir(), "env-"));
    mkdirSync(join(folder, ".env"));
    expect(() => readEnv({ folder, variables: {} })).not.toThrow();
  });

  it("the description for doctor shows no value", () => {
    const shown = describeEnv(readEnv({ folder: "/nowhere", variables: { OPENAI_API_KEY: "sk-secret" } }));
    expect(shown.map((entry) => entry.name)).toEqual(Object.keys(Env.shape));
    expect(shown.filter((entry) => entry.set).map((entry) => entry.name)).toEqual(["OPENAI_API_KEY"]);
    expect(JSON.stringify(shown)).not.toContain("sk-secret");
  });
});

describe("folders", () => {
  it("weights are the package's own unless EVIGRAPH_MODELS names others", () => {
    const none = readEnv({ folder: "/nowhere", variables: {} });
    expect(modelsDir(none)).toBe(join(packageRoot(), "data", "models"));
    expect(existsSync(join(modelsDir(none), "manifest.json"))).toBe(true);
    const named = readEnv({ folder: "/nowhere", variables: { EVIGRAPH_MODELS: "/some where/models" } });
    expect(modelsDir(named)).toBe("/some where/models");
  });

  it("the encoder is named by EVIGRAPH_ENCODER, and before that by whoever asks for one", () => {
    const folder = "/some where/models";
    const none = readEnv({ folder: "/nowhere", variables: { EVIGRAPH_MODELS: folder } });
    expect(encoderOptions(none)).toEqual({ modelsDir: folder });
    const named = readEnv({ folder: "/nowhere", variables: { EVIGRAPH_MODELS: folder, EVIGRAPH_ENCODER: "tuned" } });
    expect(encoderOptions(named)).toEqual({ modelsDir: folder, model: "tuned" });
    expect(encoderOptions(withEncoder(named, "other"))).toEqual({ modelsDir: folder, model: "other" });
    expect(withEncoder(named, undefined)).toEqual(named);
  });

  it("a cross-encoder is named by EVIGRAPH_CROSS_ENCODER or by whoever asks for one, and there is none otherwise", () => {
    const none = readEnv({ folder: "/nowhere", variables: { EVIGRAPH_MODELS: "/models" } });
    expect(crossEncoderOptions(none)).toBeUndefined();
    const named = readEnv({ folder: "/nowhere", variables: { EVIGRAPH_MODELS: "/models", EVIGRAPH_CROSS_ENCODER: "one" } });
    expect(crossEncoderOptions(named)).toEqual({ modelsDir: "/models", model: "one" });
    expect(crossEncoderOptions(withCrossEncoder(named, "other"))).toEqual({ modelsDir: "/models", model: "other" });
    expect(withCrossEncoder(none, undefined)).toEqual(none);
  });

  it("the cache lies in the home folder unless EVIGRAPH_CACHE names another", () => {
    expect(cacheDir(readEnv({ folder: "/nowhere", variables: { EVIGRAPH_CACHE: "/c" } }))).toBe("/c");
    expect(cacheDir(readEnv({ folder: "/nowhere", variables: {} }))).toMatch(/evigraph$/);
  });
});

describe("the process's own variables", () => {
  const before = setProcessEnv({});
  afterEach(() => void setProcessEnv({ ...before, EVIGRAPH_TEST_VARIABLE: undefined }));

  it("a change returns what stood there, so that it can be undone", () => {
    expect(setProcessEnv({ EVIGRAPH_TEST_VARIABLE: "a" })).toEqual({ EVIGRAPH_TEST_VARIABLE: undefined });
    expect(setProcessEnv({ EVIGRAPH_TEST_VARIABLE: undefined })).toEqual({ EVIGRAPH_TEST_VARIABLE: "a" });
    expect(process.env.EVIGRAPH_TEST_VARIABLE).toBeUndefined();
  });

  it("a proxy counts only when Node was told to use it", () => {
    expect(usesProxy({ HTTPS_PROXY: "http://proxy:3128" })).toBe(false);
    expect(usesProxy({ HTTPS_PROXY: "http://proxy:3128", NODE_USE_ENV_PROXY: "1" })).toBe(true);
    expect(usesProxy({ http_proxy: "http://proxy:3128", NODE_OPTIONS: "--no-warnings --use-env-proxy" })).toBe(true);
    expect(usesProxy({ NODE_USE_ENV_PROXY: "1" })).toBe(false);
  });
});
