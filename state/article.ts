import { z } from "zod";

/** One labelled or unlabelled part of an abstract, as PubMed's AbstractText. */
export const Section = z.object({
  label: z.string().optional().describe("BACKGROUND, METHODS …; absent in an unstructured abstract."),
  text: z.string(),
});
export type Section = z.infer<typeof Section>;

/** A PubMed record with the text that retrieval and answering need. An article without abstract has no sections. */
export const Article = z.object({
  pmid: z.string().min(1),
  title: z.string(),
  sections: z.array(Section),
  year: z.int().optional().describe("Year of publication."),
  journal: z.string().optional(),
  mesh: z.array(z.string()).optional().describe("MeSH headings."),
  types: z.array(z.string()).optional().describe("Publication types, such as Journal Article."),
  retracted: z.boolean().optional().describe("True for a retracted publication."),
});
export type Article = z.infer<typeof Article>;
