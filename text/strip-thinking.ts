/** What a model said after its reasoning; `unclosed` when the reasoning never ended, so that there is no answer. */
export interface Spoken {
  text: string;
  unclosed: boolean;
}

const OPENING = /<(think|thinking|reasoning)>/iu;
const CLOSING = /<\/(?:think|thinking|reasoning)>/iu;

/**
 * Remove a model's reasoning from its reply.
 * In: a reply. Out: the text outside think tags. A tag that never closes leaves only what came before it and says so; a closing tag alone ends reasoning that the
 * template opened. A tag quoted inside JSON is text and stays.
 */
export function stripThinking(reply: string): Spoken {
  let text = reply;
  for (;;) {
    const opening = OPENING.exec(text);
    const closing = CLOSING.exec(text);
    if (opening && (!closing || opening.index < closing.index)) {
      const before = text.slice(0, opening.index);
      if (/[{[]/u.test(before)) return { text, unclosed: false };
      if (!closing) return { text: before, unclosed: true };
      text = before + text.slice(closing.index + closing[0].length);
    } else if (closing && !/^\s*[{[]|```/u.test(text.slice(0, closing.index))) {
      text = text.slice(closing.index + closing[0].length);
    } else {
      return { text, unclosed: false };
    }
  }
}
