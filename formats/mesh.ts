import type { LexiconEntry } from "../state/lexicon-entry.ts";
import { failure, type Outcome, ok } from "../state/outcome.ts";
import { xmlSplitter } from "./xml-splitter.ts";
import { elementsAt, readXmlElement, textOf, type XmlElement } from "./xml-tree.ts";

/** Cut a stream of MeSH descriptors (desc2026.xml) into the texts of its records, as xmlSplitter does. */
export const meshSplitter = () => xmlSplitter(["DescriptorRecord"], ["DescriptorRecordSet"]);

/**
 * Read one MeSH descriptor.
 *
 * In: the text of a DescriptorRecord. Out: its heading, then the terms of its preferred concept, then those of narrower and related ones, each once;
 * unparseable without a code or a heading.
 */
export const readMeshRecord = (xml: string): Outcome<LexiconEntry> => {
  const record = readXmlElement(xml);
  const [code = "", heading = ""] = [first(record, "DescriptorUI"), first(record, "DescriptorName", "String")];
  if (code === "" || heading === "") {
    return failure(
      "unparseable",
      `a descriptor of MeSH has no ${code === "" ? "DescriptorUI" : "DescriptorName"}: ${xml.slice(0, 120)}…`,
    );
  }
  const concepts = elementsAt(record, "ConceptList", "Concept");
  const isPreferred = ({ attributes }: XmlElement): boolean => attributes.get("PreferredConceptYN") === "Y";
  const terms = [...concepts.filter(isPreferred), ...concepts.filter((concept) => !isPreferred(concept))].flatMap((concept) =>
    elementsAt(concept, "TermList", "Term", "String").map(textOf),
  );
  return ok({ source: "MeSH", code, names: [...new Set([heading, ...terms])].filter((name) => name !== "") });
};

const first = (element: XmlElement | undefined, ...path: string[]): string => textOf(elementsAt(element, ...path)[0]);
