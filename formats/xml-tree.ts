import { XMLParser } from "fast-xml-parser";

/** An element with its children in document order: mixed content keeps its place. */
export type XmlElement = { name: string; attributes: ReadonlyMap<string, string>; children: readonly (XmlElement | string)[] };

// Entities are decoded here, once: the parser knows no numeric ones in this mode and counts them against a limit.
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: "#cdata",
});

/**
 * Read one XML element and what it holds, in order.
 *
 * In: the text of one element. Out: undefined where there is none. White space and text stay as written, entities decoded.
 */
export const readXmlElement = (xml: string): XmlElement | undefined =>
  childrenOf(parser.parse(xml)).find((child): child is XmlElement => typeof child !== "string");

// The parser's own shape: a list of { name: children, ":@": attributes }; told by hand, since a schema takes as long as parsing.
const childrenOf = (nodes: unknown): (XmlElement | string)[] => {
  const children: (XmlElement | string)[] = [];
  for (const node of listOf(nodes)) {
    for (const name of Object.keys(node)) {
      if (name === ":@") continue;
      const content = node[name];
      if (name === "#text") children.push(decoded(String(content)));
      else if (name === "#cdata")
        children.push(
          listOf(content)
            .map((part) => String(part["#text"]))
            .join(""),
        );
      else children.push({ name, attributes: attributesOf(node[":@"]), children: childrenOf(content) });
    }
  }
  return children;
};

type Node = Readonly<Record<string, unknown>>;

const listOf = (nodes: unknown): readonly Node[] => {
  if (Array.isArray(nodes) && nodes.every(isNode)) return nodes;
  throw new TypeError(`the XML parser gave ${typeof nodes} where it gives a list of elements`);
};

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const NONE: ReadonlyMap<string, string> = new Map();

const attributesOf = (given: unknown): ReadonlyMap<string, string> =>
  isNode(given) ? new Map(Object.entries(given).map(([key, value]) => [key, decoded(String(value))])) : NONE;

const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const decoded = (text: string): string =>
  !text.includes("&")
    ? text
    : text.replace(
        /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name !== undefined) return NAMED.get(name) ?? whole;
          const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
          const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code !== 0;
          return isCharacter ? String.fromCodePoint(code) : "\ufffd";
        },
      );

/** Find the elements at a path of names below an element, in document order. */
export const elementsAt = (element: XmlElement | undefined, ...path: string[]): XmlElement[] => {
  if (element === undefined) return [];
  const [name, ...rest] = path;
  if (name === undefined) return [element];
  return element.children.flatMap((child) =>
    typeof child !== "string" && child.name === name ? elementsAt(child, ...rest) : [],
  );
};

/**
 * Join all text of an element in document order, as a reader sees it.
 *
 * Out: runs of white space as one space, none at the ends. White space that was put before `sub` and `sup` to indent a file is dropped:
 * they belong to the word before them. Of MathML its symbols, not its source notation.
 */
export const textOf = (element: XmlElement | undefined): string =>
  element === undefined
    ? ""
    : rawText(element)
        .replace(/[\t\n\r ]+/g, " ")
        .trim();

const ATTACHED = new Set(["sub", "sup"]);
const NOT_SHOWN = /^(?:mml:)?annotation(?:-xml)?$/;
const INDENT = /[\t ]*\r?\n[\t\r\n ]*$/;

const rawText = ({ children }: XmlElement): string => {
  let text = "";
  for (const child of children) {
    if (typeof child === "string") text += child;
    else if (NOT_SHOWN.test(child.name)) continue;
    else text = (ATTACHED.has(child.name) ? text.replace(INDENT, "") : text) + rawText(child);
  }
  return text;
};
