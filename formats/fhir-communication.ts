import { z } from "zod";

const Offset = z.int().nonnegative();

/** A citation as it stands in a draft: which answer sentence, which note sentence, and its place in the note (UTF-16 units, end exclusive). */
const DraftCitation = z.object({ answerId: z.string(), sentenceId: z.string(), start: Offset, end: Offset });

/** What a Communication draft is made of. */
export type AnswerToSend = {
  caseId: string;
  /** The clinical question that was answered; "" when there is none. */
  question: string;
  sentences: readonly { id: string; text: string }[];
  citations: readonly z.infer<typeof DraftCitation>[];
  /** Answer sentences that their citations do not support, by id. */
  unsupported: readonly string[];
  /** The research notice, word for word. */
  notice: string;
};

const Extension = z.object({
  url: z.string(),
  extension: z.array(z.object({ url: z.string(), valueString: z.string().optional(), valueUnsignedInt: Offset.optional() })),
});

/** A FHIR R4 Communication, as far as a draft fills it. Never sent: status is preparation, and it has neither a recipient nor a time. */
export const CommunicationDraft = z.object({
  resourceType: z.literal("Communication"),
  identifier: z.array(z.object({ system: z.literal("urn:evigraph:case"), value: z.string() })),
  status: z.literal("preparation"),
  statusReason: z.object({ text: z.string() }),
  topic: z.object({ text: z.string() }).optional(),
  payload: z.array(z.object({ contentString: z.string().min(1), extension: z.array(Extension).optional() })).min(1),
  note: z.array(z.object({ text: z.string().min(1) })).min(1),
});
export type CommunicationDraft = z.infer<typeof CommunicationDraft>;

/**
 * Make a FHIR R4 Communication draft of an answer: one payload a sentence, its citations as extensions.
 *
 * In: answer sentences in order, citations, unsupported ones, the research notice. Out: the resource; status `preparation`; the notice as the reason of the status
 * and as a note; offsets count within the note, so that no text of the note is in it.
 */
export function communicationDraft({
  caseId,
  question,
  sentences,
  citations,
  unsupported,
  notice,
}: AnswerToSend): CommunicationDraft {
  const doubtful = sentences.filter(({ id }) => unsupported.includes(id)).map(({ id }) => id);
  return CommunicationDraft.parse({
    resourceType: "Communication",
    identifier: [{ system: "urn:evigraph:case", value: caseId }],
    status: "preparation",
    statusReason: { text: notice },
    ...(question === "" ? {} : { topic: { text: question } }),
    payload: sentences.map(({ id, text }) => {
      const cited = citations.filter(({ answerId }) => answerId === id).map(extensionOf);
      return { contentString: text, ...(cited.length === 0 ? {} : { extension: cited }) };
    }),
    note: [
      { text: notice },
      ...(doubtful.length === 0
        ? []
        : [{ text: `Not supported by what they cite: answer sentence ${doubtful.join(", ")}. Check before use.` }]),
    ],
  });
}

const extensionOf = ({ sentenceId, start, end }: AnswerToSend["citations"][number]) => ({
  url: "urn:evigraph:citation",
  extension: [
    { url: "sentence", valueString: sentenceId },
    { url: "start", valueUnsignedInt: start },
    { url: "end", valueUnsignedInt: end },
  ],
});

/** Put drafts into one FHIR Bundle. In: drafts in order. Out: the file's text, a Bundle of type collection. */
export const communicationBundle = (drafts: readonly CommunicationDraft[]): string =>
  `${JSON.stringify({ resourceType: "Bundle", type: "collection", entry: drafts.map((resource) => ({ resource })) }, null, 2)}\n`;
