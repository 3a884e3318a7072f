import { createRequire } from "node:module";
import { z } from "zod";
import { findEntities } from "../text/entities.ts";
import { formsOf, holdsPhrase } from "./lexical-forms.ts";

/** A relation that a question asks about, the cue that says so, and terms under which the literature writes it. */
export type RelationTerms = { relation: string; cue: string; terms: string[] };

const { relations } = z
  .object({
    source: z.string(),
    relations: z.array(
      z.object({
        relation: z.string(),
        cues: z.array(z.string()).min(1),
        needs: z.array(z.enum(["drug", "diagnosis", "procedure", "finding", "gene", "test"])),
        terms: z.array(z.string()).min(1),
      }),
    ),
  })
  .parse(createRequire(import.meta.url)("./relations.json"));

const compiled = relations.map((relation) => ({ ...relation, cues: relation.cues.map((cue) => ({ cue, forms: formsOf(cue) })) }));

/**
 * Find the relations that a question asks about, and the terms that search for them: disease-treatment, gene-pathway, drug-target ….
 * In: a question; the most terms in all. Out: relations whose kind of thing the question names, or all with a cue where none fits, in the list's order;
 * terms that the question holds already are left out. Empty without a cue.
 * @cite dsgt2026 §4.1
 */
export function relationTerms(question: string, most: number): RelationTerms[] {
  const forms = formsOf(question);
  const kinds = new Set<string>(findEntities(question).map(({ kind }) => kind));
  const asked = compiled.flatMap(({ relation, cues, needs, terms }) => {
    const cue = cues.find((each) => holdsPhrase(forms, each.forms));
    if (!cue) return [];
    const fits = needs.length === 0 || needs.some((kind) => kinds.has(kind));
    return [{ relation, cue: cue.cue, fits, terms: terms.filter((term) => !holdsPhrase(forms, formsOf(term))) }];
  });
  const fitting = asked.filter(({ fits }) => fits);
  const ordered = fitting.length > 0 ? fitting : asked;
  const taken = new Set<string>();
  return ordered
    .map(({ relation, cue, terms }) => {
      const fresh = terms.filter((term) => !taken.has(term)).slice(0, Math.max(0, most - taken.size));
      for (const term of fresh) taken.add(term);
      return { relation, cue, terms: fresh };
    })
    .filter(({ terms }) => terms.length > 0);
}
