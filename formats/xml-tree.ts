import { XMLParser } from "fast-xml-parser";
import { z } from "zod";

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

const Attributes = z.record(z.string(), z.string());
const Nodes = z.array(z.record(z.string(), z.unknown()));

/**
 * Read one XML element and what it holds, in order.
 *
 * In: the text of one element. Out: undefined where there is none. White space and text stay as written, entities decoded.
 */
export const readXmlElement = (xml: string): XmlElement | undefined =>
  childrenOf(parser.parse(xml)).find((child): child is XmlElement => typeof child !== "string");

const childrenOf = (nodes: unknown): (XmlElement | string)[] =>
  Nodes.parse(nodes).flatMap((node): (XmlElement | string)[] => {
    const { ":@": attributes, ...rest } = node;
    return Object.entries(rest).map(([name, content]) => {
      if (name === "#text") return decoded(String(content));
      if (name === "#cdata")
        return Nodes.parse(content)
          .map((part) => String(part["#text"]))
          .join("");
      const given = Object.entries(Attributes.parse(attributes ?? {})).map(([key, value]) => [key, decoded(value)] as const);
      return { name, attributes: new Map(given), children: childrenOf(content) };
    });
  });

const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

const decoded = (text: string): string =>
  text.replace(
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
