import { canonicalJson } from "./canonical-json.ts";
import { settingOf } from "./request-settings.ts";

/** One part in which two requests differ; texts are named by length and place, never quoted: they may be a patient's. */
export type Difference = { path: string; one: string; other: string; setting?: string };

/**
 * Say in what two requests of one prompt or service differ.
 *
 * In: name, the two requests. Out: one entry a differing part, by path. Rendered texts are left out where the input that they are made of differs too.
 */
export const requestDifferences = (name: string, one: Record<string, unknown>, other: Record<string, unknown>): Difference[] => {
  const [left, right] = [singleValues(one), singleValues(other)];
  const paths = [...new Set([...left.keys(), ...right.keys()])].filter(
    (path) => canonicalJson(left.get(path)) !== canonicalJson(right.get(path)),
  );
  const inputs = paths.some((path) => path.startsWith("input."));
  return paths
    .filter((path) => !(inputs && (path === "system" || path === "user")))
    .sort()
    .map((path) => {
      const [a, b] = [left.get(path), right.get(path)];
      const setting =
        path.includes(".models.") || path.includes(".extractive.") ? path.replace(/^revision\./u, "") : settingOf(name, path);
      return { path, one: shown(a, b), other: shown(b, a), ...(setting === undefined ? {} : { setting }) };
    });
};

/** One difference in a sentence part: temperature 0 there, 0.7 now (setting answerTemperature). */
export const describeDifference = ({ path, one, other, setting }: Difference): string =>
  `${path} ${one} there, ${other} now${setting === undefined ? "" : ` (setting ${setting})`}`;

/** Every single value by its path, those in lists too, with a list's length. A revision is a list of words, name=value each. */
const singleValues = (value: unknown, path = ""): Map<string, unknown> => {
  if (path === "revision" && typeof value === "string") {
    return new Map(
      value.split(" ").map((word) => {
        const [key = "", ...rest] = word.split("=");
        return [`revision.${key}`, rest.join("=")];
      }),
    );
  }
  if (typeof value !== "object" || value === null) return new Map([[path, value]]);
  const entries = Object.entries(value);
  const within = entries.flatMap(([key, member]) => [...singleValues(member, path === "" ? key : `${path}.${key}`)]);
  return new Map(Array.isArray(value) ? [[`${path}.length`, value.length], ...within] : within);
};

const PLAIN = /^[\w.:@/+-]{1,60}$/u;

const shown = (value: unknown, against: unknown): string => {
  if (value === undefined) return "absent";
  if (typeof value !== "string") return JSON.stringify(value);
  if (PLAIN.test(value) && !value.includes(" ")) return value;
  if (typeof against !== "string") return `text of ${value.length} characters`;
  const at = [...value].findIndex((character, place) => character !== [...against][place]);
  return `text of ${value.length} characters, other from character ${at < 0 ? value.length : at}`;
};
