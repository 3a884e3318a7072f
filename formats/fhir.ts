import { z } from "zod";
import { pythonTrim } from "../text/python-whitespace.ts";
import { InputFault } from "./input-fault.ts";
import { parseJsonText } from "./json-text.ts";
import { shownValue } from "./shown-value.ts";

const Attachment = z.looseObject({ contentType: z.string().nullish(), data: z.string().nullish(), url: z.string().nullish() });
const Resource = z.looseObject({ resourceType: z.string(), id: z.string().nullish() });
const DocumentReference = Resource.extend({ content: z.array(z.looseObject({ attachment: Attachment })).min(1) });
const Binary = Resource.extend({ contentType: z.string().nullish(), data: z.string().nullish() });
const Bundle = Resource.extend({
  entry: z.array(z.looseObject({ fullUrl: z.string().nullish(), resource: z.unknown().optional() })).nullish(),
});

interface Entry {
  fullUrl: string | undefined;
  resource: unknown;
}

/**
 * Read the note from a FHIR R4 file.
 * In: the text of a DocumentReference with base64 plain text, or of a Bundle of them (and of the Binary resources that they name); the file's name.
 * Out: the notes in the file's order, joined by a blank line, and how many there were. Throws InputFault for another resource, another content type, bad base64, text that is not in its charset.
 */
export function readFhirNote(text: string, file: string): { note: string; documents: number } {
  const raw = parseJsonText(text, file);
  const top = Resource.safeParse(raw);
  if (!top.success)
    throw new InputFault({
      file,
      where: "line 1",
      field: "resourceType",
      expected: "DocumentReference or Bundle",
      found: shownValue(undefined),
    });
  const entries = top.data.resourceType === "Bundle" ? entriesOf(raw, file) : [{ fullUrl: undefined, resource: raw }];
  const notes = entries.flatMap((entry, index) => notesOf(entry, entries, file, index));
  if (notes.length === 0) {
    throw new InputFault({
      file,
      where: "line 1",
      field: "resourceType",
      expected: "DocumentReference, or a Bundle that holds one",
      found: top.data.resourceType,
    });
  }
  return { note: notes.join("\n\n"), documents: notes.length };
}

function entriesOf(raw: unknown, file: string): Entry[] {
  const bundle = Bundle.safeParse(raw);
  if (!bundle.success)
    throw new InputFault({ file, where: "Bundle", field: "entry", expected: "a list of { resource }", found: "another form" });
  return (bundle.data.entry ?? []).map(({ fullUrl, resource }) => ({ fullUrl: fullUrl ?? undefined, resource }));
}

function notesOf({ resource }: Entry, entries: readonly Entry[], file: string, index: number): string[] {
  const known = Resource.safeParse(resource);
  if (!known.success || known.data.resourceType !== "DocumentReference") return [];
  const place = { file, where: `DocumentReference ${known.data.id ? `"${known.data.id}"` : `number ${index + 1}`}` };
  const document = DocumentReference.safeParse(resource);
  if (!document.success)
    throw new InputFault({ ...place, field: "content", expected: "at least one { attachment }", found: "none" });
  const attachments = document.data.content.map(({ attachment }) => attachment);
  const plain = attachments.filter(({ contentType }) => /^text\/plain\b|^$/iu.test(contentType?.trim() ?? ""));
  if (plain.length === 0) {
    const types = attachments.map(({ contentType }) => contentType).join(", ");
    throw new InputFault({ ...place, field: "attachment.contentType", expected: "text/plain", found: types });
  }
  return plain.map((attachment) => {
    const data = attachment.data ?? binaryOf(attachment.url ?? undefined, entries);
    if (!data)
      throw new InputFault({
        ...place,
        field: "attachment.data",
        expected: "base64 text, or the url of a Binary in the same Bundle",
        found: shownValue(attachment.url ?? undefined),
      });
    return decode(data, attachment.contentType ?? "", place);
  });
}

function binaryOf(url: string | undefined, entries: readonly Entry[]): string | undefined {
  if (url === undefined) return undefined;
  const named = entries.find(({ fullUrl, resource }) => {
    const binary = Binary.safeParse(resource);
    if (!binary.success || binary.data.resourceType !== "Binary") return false;
    return (
      fullUrl === url || (binary.data.id && (url === `Binary/${binary.data.id}` || url.endsWith(`/Binary/${binary.data.id}`)))
    );
  });
  return Binary.safeParse(named?.resource).data?.data ?? undefined;
}

function decode(data: string, contentType: string, place: { file: string; where: string }): string {
  const base64 = data.replace(/\s+/gu, "");
  if (!/^[A-Za-z0-9+/]*={0,2}$/u.test(base64) || base64.length % 4 !== 0) {
    throw new InputFault({ ...place, field: "attachment.data", expected: "base64", found: "other characters or a wrong length" });
  }
  const charset = /charset\s*=\s*"?([\w-]+)/iu.exec(contentType)?.[1] ?? "utf-8";
  let note: string;
  try {
    note = new TextDecoder(charset, { fatal: true }).decode(Buffer.from(base64, "base64"));
  } catch {
    throw new InputFault({
      ...place,
      field: "attachment.data",
      expected: `text in ${charset}`,
      found: "bytes that are not; name the charset in contentType",
    });
  }
  if (pythonTrim(note) === "")
    throw new InputFault({ ...place, field: "attachment.data", expected: "the text of a note", found: "no text" });
  return note;
}
