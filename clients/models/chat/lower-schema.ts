import { z } from "zod";
import type { Prompt } from "../../../prompts/define-prompt.ts";

/** A JSON schema with the keywords that every dialect here has. */
export type LoweredSchema = {
  [keyword: string]: LoweredSchema | LoweredSchema[] | Record<string, LoweredSchema> | Plain | Plain[];
};
type Plain = string | number | boolean;

/** Whose keywords a schema may use: the grammars of vLLM's constrained decoding, or Gemini's responseSchema. */
export type Dialect = "grammar" | "gemini";

const Node = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  const: z.union([z.string(), z.number(), z.boolean()]).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
type Node = z.infer<typeof Node>;

/**
 * Write a prompt's output as a JSON schema that the other side's dialect takes; every bound left out is enforced by the prompt's own schema afterwards.
 *
 * Out: undefined where any part would be untyped, since an untyped schema lets a model write without end.
 * grammar: no uniqueItems, pattern, format. gemini: no additionalProperties, $schema, const, numeric bounds or array bounds, enums of strings only.
 */
export const lowerSchema = ({ output }: Pick<Prompt, "output">, dialect: Dialect): LoweredSchema | undefined => {
  const known = written[dialect].get(output) ?? { schema: lowered(z.toJSONSchema(output, { unrepresentable: "any" }), dialect) };
  written[dialect].set(output, known);
  return known.schema;
};

/** A prompt's schema is written once: it is sent with every call. */
const written: Record<Dialect, WeakMap<z.ZodType, { schema: LoweredSchema | undefined }>> = {
  grammar: new WeakMap(),
  gemini: new WeakMap(),
};

const lowered = (given: unknown, dialect: Dialect): LoweredSchema | undefined => {
  const read = Node.safeParse(given);
  if (!read.success) return undefined;
  const node = read.data;
  if (node.const !== undefined) return choice([node.const], dialect);
  if (node.enum !== undefined) return choice(node.enum, dialect);
  if (node.anyOf !== undefined) {
    const options = all(node.anyOf.map((option) => lowered(option, dialect)));
    return options === undefined ? undefined : { anyOf: options };
  }
  switch (node.type) {
    case "object":
      return objectOf(node, dialect);
    case "array": {
      const items = lowered(node.items, dialect);
      return items === undefined
        ? undefined
        : { type: "array", items, ...(dialect === "grammar" ? bounds(node, ["minItems", "maxItems"]) : {}) };
    }
    case "integer":
    case "number":
      return { type: node.type, ...(dialect === "grammar" ? bounds(node, ["minimum", "maximum"]) : {}) };
    case "string":
    case "boolean":
      return { type: node.type };
    default:
      return undefined;
  }
};

const objectOf = (node: Node, dialect: Dialect): LoweredSchema | undefined => {
  const names = Object.keys(node.properties ?? {});
  const values = all(names.map((name) => lowered(node.properties?.[name], dialect)));
  if (values === undefined || names.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(names.flatMap((name, at) => (values[at] === undefined ? [] : [[name, values[at]]]))),
    required: node.required ?? [],
    // Gemini writes properties in alphabetical order unless told; what is asked first should come first.
    ...(dialect === "grammar" ? { additionalProperties: false } : { propertyOrdering: names }),
  };
};

const choice = (values: readonly Plain[], dialect: Dialect): LoweredSchema | undefined => {
  const kinds = new Set(values.map((value) => typeof value));
  const [kind] = kinds;
  if (kinds.size !== 1 || kind === undefined) return undefined;
  const type = kind === "number" ? (values.every(Number.isInteger) ? "integer" : "number") : kind;
  return dialect === "gemini" && kind !== "string" ? { type } : { type, enum: [...values] };
};

/** Bounds that mean something: zod gives every integer those of a safe one. */
const bounds = (node: Node, names: readonly ("minItems" | "maxItems" | "minimum" | "maximum")[]): Record<string, number> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const bound = node[name];
      return bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? [] : [[name, bound]];
    }),
  );

const all = <Value>(values: readonly (Value | undefined)[]): Value[] | undefined => {
  const there = values.filter((value) => value !== undefined);
  return there.length === values.length ? there : undefined;
};
