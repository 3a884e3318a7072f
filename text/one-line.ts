/** Put a text on one line. In: any text. Out: every run of white space is one space, none at the ends. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();
