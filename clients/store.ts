import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { type Failure, failure, type Outcome, ok } from "../state/outcome.ts";
import { canonicalJson } from "./canonical-json.ts";
import { describeDifference, requestDifferences } from "./request-difference.ts";
import { sha256 } from "./text-store.ts";

/** One call to something outside: who is asked (prompt id, service), with everything that can change the reply. */
export type Exchange<Reply> = {
  kind: "model" | "http";
  name: string;
  request: Record<string, unknown>;
  reply: z.ZodType<Reply>;
  /** False for a reply that must not be kept, such as one that the user cut short. */
  keep(reply: Reply): boolean;
};

/** Every call to something outside goes through here, so that it can be recorded and replayed. */
export type Store = {
  mode: "off" | "record" | "replay";
  exchange<Reply>(exchange: Exchange<Reply>, call: () => Promise<Reply>): Promise<Outcome<Reply>>;
};

/** A call as its file holds it. */
export const Recorded = z.object({
  kind: z.string(),
  name: z.string(),
  request: z.record(z.string(), z.unknown()),
  reply: z.unknown(),
});
export type Recorded = z.infer<typeof Recorded>;

/** File of a folder of recordings that says whose text they hold. */
const CLASS = "CLASS";
const CLASSES = {
  phi: "phi: these recordings hold prompts with text about patients. For their owner only (mode 0600); remove the folder to forget them.\n",
  public: "public: these recordings hold prompts whose text anyone may read. For their owner only (mode 0600) all the same.\n",
};

/** Let every call through and keep nothing. */
export const noStore: Store = { mode: "off", exchange: async (_exchange, call) => ok(await call()) };

/**
 * Record every call in a folder, one file a request named by its hash; a request that is there already is not made again.
 *
 * In: folder, made when absent; files are readable by their owner only (mode 0600), since they may hold note text; class of the text, which the file CLASS
 * tells: phi unless given, and phi stays phi. A file is written beside and renamed, so a killed run leaves no half recording.
 */
export const recordingStore = (folder: string, dataClass: "phi" | "public" = "phi"): Store => ({
  mode: "record",
  exchange: async (exchange, call) => {
    const seen = read(folder, exchange);
    if (seen !== undefined) return ok(exchange.reply.parse(seen.reply));
    const reply = await call();
    if (exchange.keep(reply)) {
      tellClass(folder, dataClass);
      write(folder, exchange, reply);
    }
    return ok(reply);
  },
});

/**
 * Answer every call from a folder of recordings, and none from outside.
 *
 * A request that was never recorded ends in `replayMiss`, whose detail names what differs from the nearest recording, and the setting behind it.
 */
export const replayingStore = (folder: string): Store => {
  let all: Recorded[] | undefined;
  return {
    mode: "replay",
    exchange: async (exchange) => {
      const seen = read(folder, exchange);
      if (seen !== undefined) return ok(exchange.reply.parse(seen.reply));
      all ??= readRecordings(folder);
      return explainMiss(folder, exchange, all);
    },
  };
};

const keyOf = ({ kind, name, request }: Pick<Exchange<unknown>, "kind" | "name" | "request">) =>
  sha256(canonicalJson({ kind, name, request }));

const fileOf = (folder: string, exchange: Pick<Exchange<unknown>, "kind" | "name" | "request">) => {
  const key = keyOf(exchange);
  return join(folder, key.slice(0, 2), `${key}.json`);
};

const read = (folder: string, exchange: Pick<Exchange<unknown>, "kind" | "name" | "request">): Recorded | undefined => {
  const file = fileOf(folder, exchange);
  return existsSync(file) ? Recorded.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
};

const write = <Reply>(folder: string, exchange: Exchange<Reply>, reply: Reply) => {
  const file = fileOf(folder, exchange);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const { kind, name, request } = exchange;
  const half = `${file}.${process.pid}.tmp`;
  writeFileSync(half, `${canonicalJson({ kind, name, request, reply })}\n`, { mode: 0o600 });
  chmodSync(half, 0o600);
  renameSync(half, file);
};

const tellClass = (folder: string, dataClass: "phi" | "public"): void => {
  const file = join(folder, CLASS);
  if (existsSync(file) && (dataClass === "public" || readFileSync(file, "utf8") === CLASSES.phi)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, CLASSES[dataClass], { mode: 0o600 });
  chmodSync(file, 0o600);
};

/** Read every recording of a folder. Out: none where it is not there. Throws for a damaged file. */
export const readRecordings = (folder: string): Recorded[] => {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => Recorded.parse(JSON.parse(readFileSync(join(folder, file), "utf8"))));
};

/** Names the parts in which the request differs from the recording of the same name that differs least. */
const explainMiss = <Reply>(folder: string, { kind, name, request }: Exchange<Reply>, all: readonly Recorded[]): Failure => {
  const again = `record it anew with --record ${folder}`;
  const same = all.filter((recorded) => recorded.kind === kind && recorded.name === name);
  const nearest = same
    .map((recorded) => requestDifferences(name, recorded.request, request))
    .reduce<ReturnType<typeof requestDifferences> | undefined>(
      (best, parts) => (best === undefined || parts.length < best.length ? parts : best),
      undefined,
    );
  if (nearest !== undefined) {
    const shown = nearest.slice(0, MOST_SHOWN).map(describeDifference).join("; ");
    const more = nearest.length > MOST_SHOWN ? `; and ${nearest.length - MOST_SHOWN} more` : "";
    return failure("replayMiss", `${folder} holds ${name}, but not this request of it: ${shown}${more}; ${again}`);
  }
  const [prompt = ""] = name.split("@");
  const versions = [
    ...new Set(all.filter((recorded) => recorded.name.startsWith(`${prompt}@`)).map((recorded) => recorded.name)),
  ];
  if (versions.length > 0) return failure("replayMiss", `${folder} holds ${versions.join(", ")} and not ${name}; ${again}`);
  return failure("replayMiss", `${folder} holds no recording of ${name}; record it with --record ${folder}`);
};

const MOST_SHOWN = 4;
