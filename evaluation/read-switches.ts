import type { Switch } from "./ablation-runs.ts";

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
 * value around against the paper's; `name=value` is the value around against that one. One name with several values is a switch each. Unknown, the same twice, on against off and off against on, or
 * equal on both sides: a SwitchFault.
 */
export function readSwitches(written: readonly string[], around: Settings, paper: Settings): Switch[] {
  const read: Switch[] = [];
  for (const text of written) {
    const one = readSwitch(text, around, paper);
    const same = read.filter(({ name }) => name === one.name);
    if (same.some(({ on, off }) => off === one.off || on !== one.on))
      throw new SwitchFault(
        `--switch ${text}: ${one.name} stands twice, as ${same.map(({ on, off }) => `${String(on)} against ${String(off)}`).join(" and ")}; give each value once, such as ${one.name}=VALUE,${one.name}=OTHER.`,
      );
    read.push(one);
  }
  return read;
}

const readSwitch = (text: string, around: Settings, paper: Settings): Switch => {
  const [name = "", value] = splitOnce(text);
  if (!Object.hasOwn(around, name)) throw new SwitchFault(`--switch ${text}: there is no setting ${name}.`, name);
  const on = around[name];
  if (value === undefined && typeof on === "boolean") return { name, on: true, off: false };
  const off = value === undefined ? paper[name] : settingValue(value);
  if (off === on)
    throw new SwitchFault(`--switch ${text}: it is ${String(on)} on both sides; give another value, such as ${name}=VALUE.`);
  return { name, on, off };
};

const splitOnce = (text: string): [string, string | undefined] => {
  const at = text.indexOf("=");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
};

const settingValue = (text: string): unknown => {
  if (text === "true" || text === "false") return text === "true";
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
};
