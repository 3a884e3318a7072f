import { existsSync } from "node:fs";
import { join } from "node:path";
import { egressFrom, openEgress } from "../clients/egress.ts";
import { openReader } from "../clients/encoder/open-reader.ts";
import { sharedCrossEncoder } from "../clients/encoder/shared-cross-encoder.ts";
import { sharedEncoder } from "../clients/encoder/shared-encoder.ts";
import {
  cacheDir,
  crossEncoderOptions,
  describeEnv,
  type Env,
  encoderOptions,
  modelsDir,
  packageRoot,
  readEnv,
} from "../clients/env.ts";
import { describeServer } from "../clients/models/openai/describe-server.ts";
import { guardSockets } from "../clients/socket-guard.ts";
import { withoutTracing } from "../clients/tracing.ts";
import { ModelSettings } from "../state/settings/models.ts";
import { EXIT, type ExitCode } from "./command-fault.ts";
import type { DoctorOptions } from "./commands/doctor.ts";
import { atEnd } from "./end-of-command.ts";
import { NOTICE } from "./notice.ts";
import { printJson } from "./print-json.ts";
import { readModels } from "./read-models.ts";
import { version } from "./version.ts";
import { say } from "./visible-text.ts";

type Check = { name: string; ok: boolean; detail: string };

/**
 * Show what this installation has and can reach, and where note text lies on disk.
 *
 * Out: exit code 0, or 3 when something that the embedded default needs is missing. Keys are never shown.
 */
export const runDoctor = async (options: DoctorOptions): Promise<ExitCode> => {
  withoutTracing();
  if (options.model === undefined || options.offline) atEnd(guardSockets(openEgress({ offline: true }), "phi"));
  const env = readEnv();
  const checks: Check[] = [
    nodeCheck(),
    ...(await encoderChecks(env)),
    await readerCheck(env),
    ...(await crossEncoderChecks(env)),
    await sqliteCheck(),
    demoCheck(),
  ];
  const asked =
    options.model === undefined ? { checks: [], hosts: [] } : await modelChecks(options.model, env, options.offline === true);
  checks.push(...asked.checks);
  const variables = describeEnv(env);
  const places = [
    "Run folders (--out DIR): results.jsonl and the official files hold questions, evidence and answers; mode 0600. `evigraph purge DIR` removes them.",
    "Checkpoints (--checkpoint FILE): each step, and FILE.texts/ the notes; mode 0600. `evigraph purge --checkpoint FILE` removes them.",
    "Recordings (--record DIR): every prompt with its text; mode 0600. `evigraph purge --record DIR` removes them.",
    `Studio: .langgraph_api beside langgraph.json holds every thread with its input, for its owner only; ${join(cacheDir(env), "texts")} one file a note; mode 0600. Remove both to forget them.`,
    "Otherwise notes stay in memory.",
  ];
  const healthy = checks.every(({ ok }) => ok);
  if (options.json) {
    printJson({
      evigraph: version(),
      notice: NOTICE,
      healthy,
      checks,
      environment: variables,
      noteText: places,
      reached: asked.hosts,
    });
  } else {
    const lines = [
      `evigraph ${version()}`,
      ...checks.map(({ name, ok, detail }) => `${ok ? "ok     " : "MISSING"}  ${name}: ${detail}`),
      "Environment:",
      ...variables.map(({ name, set, about }) => `  ${name.padEnd(20)} ${set ? "set    " : "not set"}  ${about}`),
      "Where note text lies on disk:",
      ...places.map((place) => `  ${place}`),
      `Reached: ${asked.hosts.length === 0 ? "nothing; without --model no host is asked" : asked.hosts.join(", ")}.`,
      NOTICE,
    ];
    say(...lines);
  }
  return healthy ? EXIT.done : EXIT.missing;
};

const nodeCheck = (): Check => {
  const [major = 0] = process.versions.node.split(".").map(Number);
  return { name: "Node", ok: major >= 20, detail: `${process.versions.node}${major >= 20 ? "" : "; 20 or later is needed"}` };
};

const encoderChecks = async (env: Env): Promise<Check[]> => {
  const encoder = sharedEncoder(encoderOptions(env));
  const weights = encoder.check();
  if (weights.is !== "ok") return [{ name: "Encoder weights", ok: false, detail: weights.detail }];
  const embedded = await encoder.embed(["The heart pumps blood.", "Blood is pumped by the heart."]);
  await encoder.close();
  return [
    {
      name: "Encoder weights",
      ok: true,
      detail: `${encoder.model}, sha256 ${encoder.weightsSha256.slice(0, 12)}, in ${modelsDir(env)}`,
    },
    {
      name: "Encoder",
      ok: embedded.is === "ok",
      detail: embedded.is === "ok" ? `${encoder.dimensions} dimensions, self-test passed` : embedded.detail,
    },
  ];
};

const readerCheck = async (env: Env): Promise<Check> => {
  const reader = openReader({ modelsDir: modelsDir(env) });
  const read = await reader.read("What pumps blood?", ["The heart pumps blood.", "The liver makes bile."]);
  await reader.close();
  const detail = read.is === "ok" ? `${reader.model}, identity ${reader.identity.slice(0, 12)}` : read.detail;
  return { name: "Reader of notes", ok: read.is === "ok", detail };
};

const crossEncoderChecks = async (env: Env): Promise<Check[]> => {
  const options = crossEncoderOptions(env);
  if (options === undefined) return [];
  const encoder = sharedCrossEncoder(options);
  const scored = await encoder.score("What pumps blood?", ["The heart pumps blood."]);
  await encoder.close();
  const detail = scored.is === "ok" ? `${encoder.model}, sha256 ${encoder.weightsSha256.slice(0, 12)}` : scored.detail;
  return [{ name: "Cross-encoder", ok: scored.is === "ok", detail }];
};

const sqliteCheck = async (): Promise<Check> => {
  try {
    const { default: Database } = await import("better-sqlite3");
    const database = new Database(":memory:");
    const row: unknown = database.prepare("select sqlite_version() as is_there").get();
    database.close();
    return {
      name: "SQLite",
      ok: true,
      detail: typeof row === "object" && row !== null && "is_there" in row ? String(row.is_there) : "there",
    };
  } catch (error) {
    return {
      name: "SQLite",
      ok: false,
      detail: `${error instanceof Error ? error.message : String(error)}; run npm rebuild better-sqlite3`,
    };
  }
};

const demoCheck = (): Check => {
  const folder = join(packageRoot(), "data", "demo");
  return {
    name: "Demo data",
    ok: existsSync(folder),
    detail: existsSync(folder) ? folder : `${folder} is not there; the package is damaged`,
  };
};

type Asked = { checks: Check[]; hosts: string[] };

/** Asks the server of a model what it supports; nothing is sent of anyone's text, so the class is public. */
const modelChecks = async (option: string, env: Env, offline: boolean): Promise<Asked> => {
  const names = [...new Set(readModels({ model: [option] }).answer)];
  const asked = await Promise.all(names.map((name) => oneModel(name, env, offline)));
  return { checks: asked.flatMap(({ checks }) => checks), hosts: asked.flatMap(({ hosts }) => hosts) };
};

const oneModel = async (name: string, env: Env, offline: boolean): Promise<Asked> => {
  const check = (ok: boolean, detail: string): Asked => ({ checks: [{ name: `Model ${name}`, ok, detail }], hosts: [] });
  const [kind = "", model = ""] = /^([^:]+):(.+)$/s.exec(name)?.slice(1) ?? [name];
  if (kind === "extractive") return check(true, "embedded, needs no server");
  if (kind === "replay")
    return check(existsSync(model), existsSync(model) ? "recordings are there" : `there is no folder ${model}`);
  if (kind === "gemini") {
    const set = env.GOOGLE_API_KEY !== undefined;
    return check(
      set,
      set ? "GOOGLE_API_KEY is set; Google is not asked, since every question costs" : "GOOGLE_API_KEY is not set",
    );
  }
  const egress = openEgress({ ...egressFrom(env), dataClass: "public", offline });
  const settings = ModelSettings.parse({ deadlineMs: DOCTOR_MS });
  const report = await describeServer(kind === "vllm" ? "vllm" : "openai", model, {
    env,
    reach: { egress, dataClass: "public" },
    settings,
  });
  const hosts = egress.audit().map(({ host }) => host);
  if (report.is !== "ok") return { ...check(false, `${report.is}: ${report.detail}`), hosts };
  const { host, lines } = report.value;
  const checks = [{ name: `Model ${name}`, ok: true, detail: host }, ...lines.map((line) => ({ ...line, ok: true }))];
  return { checks, hosts };
};

/** Longest wait for a server's answers (milliseconds); a busy server answers late. */
const DOCTOR_MS = 60_000;
