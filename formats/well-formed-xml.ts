import { XMLValidator } from "fast-xml-parser";
import { InputFault } from "./input-fault.ts";
import { readXmlElement, type XmlElement } from "./xml-tree.ts";

/**
 * Parse a whole XML file that must be well-formed.
 * In: the file's text (byte order mark and any line ends are fine), its name. Out: the root element. Throws InputFault with the line for malformed XML,
 * and for entities that the file defines itself: they are never expanded.
 */
export function readWellFormedXml(xml: string, file: string): XmlElement {
  // A declaration must be the first thing in a file; the lines before it still count.
  const text = xml.replace(/^\ufeff?\s*/u, "").replace(/\r\n?/gu, "\n");
  const before = /^\ufeff?\s*/u.exec(xml)?.[0] ?? "";
  const refuse = (line: number, expected: string, found: string): never => {
    const where = `line ${line + before.split(/\r\n?|\n/u).length - 1}`;
    throw new InputFault({ file, where, field: "XML", expected, found });
  };
  const entity = text.search(/<!ENTITY/u);
  if (entity >= 0) return refuse(text.slice(0, entity).split("\n").length, "a file that defines no entities", "<!ENTITY");
  const verdict = text === "" ? { err: { line: 1, msg: "an empty file" } } : XMLValidator.validate(text);
  if (verdict !== true) return refuse(verdict.err.line, "well-formed XML", verdict.err.msg);
  try {
    return readXmlElement(text) ?? refuse(1, "a root element", "none");
  } catch (error) {
    return refuse(1, "well-formed XML", error instanceof Error ? error.message : String(error));
  }
}

/**
 * Join all text within an element exactly as it is written.
 * In: an element. Out: its text in document order, white space kept: the text of a note is never changed.
 */
export function writtenText(element: XmlElement): string {
  return element.children.map((child) => (typeof child === "string" ? child : writtenText(child))).join("");
}
