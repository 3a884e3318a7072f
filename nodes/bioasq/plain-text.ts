import type { Article } from "../../state/article.ts";

/** Write an article's abstract for reading, not for offsets. Out: its parts with their labels, a space between them; "" without abstract. */
export const plainAbstract = (sections: Article["sections"]): string =>
  sections.map(({ label, text }) => (label === undefined ? text : `${label}: ${text}`)).join(" ");

/** Write what an article is embedded by. Out: title and abstract, as the index embeds them. */
export const plainText = ({ title, sections }: Pick<Article, "title" | "sections">): string =>
  `${title} ${plainAbstract(sections)}`.trim();
