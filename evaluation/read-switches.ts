import type { Switch } from "./ablate.ts";

/** A switch that cannot be read; the message says why, and which settings there are is for the caller to add. */
export class SwitchFault extends Error {
  override readonly name = "SwitchFault";
  /** The setting that does not exist; undefined where something else is wrong. */
  readonly unknown: string | undefined;

  constructor(message: string, unknown?: string) {
    super(message);
    this.unknown = unknown;
  }
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * Read switches as they are written on the command line.
 *
 * In: `name` or `name=value`; the whole settings around them; the same of profile paper. Out: each with its value on and off. `name` of a boolean is true against false; of another setting it is the
 * value around against the paper's; `name=value` is the value around against that one. A setting may stand several times, each with another value. Unknown, repeated with the same value, or equal on both sides: a SwitchFault.
 */
export function readSwitches(written: readonly string[], around: Settings, paper: Settings): Switch[] {
  const seen = new Set<string>();
  return written.map((text) => {
    const [name = "", value] = splitOnce(text);
    if (!Object.hasOwn(around, name)) throw new SwitchFault(`--switch ${text}: there is no setting ${name}.`, name);
    const bare = value === undefined && typeof around[name] === "boolean";
    const on = bare ? true : around[name];
    const off = bare ? false : value === undefined ? paper[name] : settingValue(value);
    const pair = JSON.stringify([name, off]);
    if (seen.has(pair)) throw new SwitchFault(`--switch ${text}: ${name} against ${String(off)} stands twice.`);
    seen.add(pair);
    if (off === on)
      throw new SwitchFault(`--switch ${text}: it is ${String(on)} on both sides; give another value, such as ${name}=VALUE.`);
    return { name, on, off };
  });
}

const splitOnce = (text: string): [string, string | undefined] => {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};

const settingValue = (text: string): unknown => {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
};
