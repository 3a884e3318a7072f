import { anyPhrase } from "./question-words.ts";
import { TOPIC_WORDS } from "./topic-words.ts";

const { past, care } = TOPIC_WORDS.story;
const PAST = anyPhrase(past, "giu");
const CARE = anyPhrase(care, "giu");
// Of messages on a hospital stay 71 in 100 reach it, of general health questions 10 (decision 0032).
const LEAST = 7;

/**
 * Say whether a message tells of what was done to a patient, so that its question is about that and not about an illness in general.
 * In: the body of a message. Out: true from seven past verbs on; a phrase of a hospital stay (they gave, sent home) counts as two.
 */
export const tellsStory = (body: string): boolean => count(body, PAST) + 2 * count(body, CARE) >= LEAST;

const count = (text: string, shape: RegExp): number => [...text.matchAll(shape)].length;
