/** Write a text as a pattern that matches it and nothing else. In: any text. Out: a part of a regular expression. */
export const literalPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
