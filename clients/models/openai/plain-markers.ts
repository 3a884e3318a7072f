/**
 * Break control tokens such as <|eot_id|> or <|im_start|> that stand in a text, so that an abstract cannot end its own message.
 *
 * In: any text. Out: the same text with a space after "<" where "<|" stood, well-formed (a lone surrogate makes servers refuse the request).
 */
export const plainMarkers = (text: string): string => text.toWellFormed().replaceAll("<|", "< |");
