import { formsOf } from "../../retrieval/lexical-forms.ts";
import type { Query } from "../../state/query.ts";

/** Leave out queries that were run already. In: queries run, new ones. Out: the new ones whose words differ from all before them. */
export const freshQueries = (run: readonly Query[], offered: readonly Query[]): Query[] => {
  const words = ({ text }: Query) => formsOf(text).join(" ");
  const seen = new Set(run.map(words));
  return offered.filter((query) => {
    if (seen.has(words(query))) return false;
    seen.add(words(query));
    return true;
  });
};
