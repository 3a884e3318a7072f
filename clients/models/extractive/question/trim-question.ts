import { oneLine } from "../../../../text/one-line.ts";
import { countWords, firstWords } from "../../../../text/python-whitespace.ts";
import { anyPhrase, QUESTION_WORDS } from "./question-words.ts";

const { asking, leadIns, openers, fillers, subordinate, dangling, given } = QUESTION_WORDS;
const LEAD_IN = anyPhrase(leadIns, "iu", "^.{0,160}?");
const ASKS = anyPhrase([...asking, "if", "whether"], "iu", "^");
const ASKS_DIRECTLY = anyPhrase(asking, "iu", "^");
const OPENER = anyPhrase(openers, "iu", "^\\P{L}*");
const FILLER = anyPhrase(fillers, "giu");
const SUBORDINATE_END = anyPhrase(subordinate, "iu", "[,;:]?\\s+");
// "when he came home, " leads to a question; "when can he get his shots, " is one.
const FRONT_CLAUSE =
  /^(?:(?:since|because|as|after|if|now that|given|although|while|due to)|when(?!\s+(?:is|are|was|were|will|can|could|should|would|do|does|did|may|has|have|had)(?!\p{L})))\s[^,?]{3,120},\s*/iu;
const LATE_ASKING =
  /^(?:if|since|because|as|after)\s[^,]{3,120}?\s(?<asked>(?:why|how|what)\s+(?:is|are|was|were|did|do|does|would|will|can|could|should)\s.+)$/iu;
const DANGLING = new Set(dangling);
const AUXILIARY =
  /^(?<subject>.{1,60}?)\s+(?<auxiliary>is|are|was|were|will|can|could|should|would|has|have|had|may|might|must)\s+(?<rest>.+)$/iu;
const PRESENT = /^(?<subject>he|she|it|this|that)\s+(?<verb>\p{L}+)s\s+(?<rest>.+)$/iu;
const ACTIVE =
  /^(?<ask>why|how|when|how long|how much|how often)\s+(?:did|do|would|have|had|were|was)(?:n['’]t)?\s+(?:they|you|the doctors?|the nurses?|the hospital|the team)\s+(?<verb>\p{L}+)\s+(?<whom>him|her|me|the patient)(?!\p{L})\s*(?<rest>.*)$/iu;
const SUBJECT = new Map([
  ["him", "he"],
  ["her", "she"],
  ["me", "the patient"],
  ["the patient", "the patient"],
]);

/**
 * Take from an asking sentence what only leads to its question: greetings, lead-ins (I was wondering if), fillers, brackets, what follows the question mark.
 * In: an asking sentence. Out: the question's words without end mark; a clause with if or whether is turned into a question.
 */
export function bareQuestion(sentence: string): string {
  const asked = sentence.includes("?") ? sentence.slice(0, sentence.indexOf("?")) : sentence;
  const spoken = asked
    .replace(/\([^)]*\)|["“”]/gu, " ")
    .replace(FILLER, " ")
    .replace(/\s+([,.;:!?])/gu, "$1");
  let bare = oneLine(spoken);
  for (let before = ""; before !== bare; ) {
    before = bare;
    bare = bare.replace(OPENER, "").replace(/^[\s,;:.!-]+/u, "");
  }
  const led = bare.replace(LEAD_IN, "").replace(/^[\s,;:.!-]+/u, "");
  const rest = countWords(led) >= 2 ? led : bare;
  const clause = afterCondition(rest.replace(/^(?:that|and|so|to)\s+/iu, ""));
  return withoutTail(inverted(rest === led && led !== bare && !ASKS.test(clause) ? `if ${clause}` : clause));
}

/** "If they opened the artery why did they cut": what is asked comes after a clause that no comma ends. */
const afterCondition = (clause: string): string => LATE_ASKING.exec(clause)?.groups?.asked ?? clause;

/** Say whether a text begins as a question does. */
export const beginsAsking = (text: string): boolean => ASKS_DIRECTLY.test(text);

/** Turn an active question to the clinicians into one about the patient: why did they give him becomes why was he given. */
export function passive(question: string): string {
  const { ask, verb = "", whom = "", rest = "" } = ACTIVE.exec(question)?.groups ?? {};
  const participle = given[verb.toLowerCase()];
  return ask === undefined || participle === undefined
    ? question
    : oneLine(`${ask} was ${SUBJECT.get(whom.toLowerCase()) ?? whom} ${participle} ${rest}`);
}

/**
 * Shorten a question to a word limit at the ends of its clauses.
 * In: a question without end mark, maxWords. Out: without clauses in front or behind where that is needed; longer than the limit when no clause ends within it.
 */
export function shortened(question: string, maxWords: number): string {
  if (countWords(question) <= maxWords) return question;
  const front = question.replace(FRONT_CLAUSE, "");
  if (countWords(front) <= maxWords) return front;
  const end = SUBORDINATE_END.exec(front.slice(1))?.index;
  const main = end !== undefined && countWords(front.slice(0, end + 1)) >= 4 ? withoutTail(front.slice(0, end + 1)) : front;
  if (countWords(main) <= maxWords) return main;
  // What is far behind the limit cannot be where it ends.
  const near = firstWords(main, 2 * maxWords);
  const ends = [...near.matchAll(/[,;:]\s|\s(?=(?:and|or|but)\s)/giu)].map(({ index }) => withoutTail(near.slice(0, index)));
  return ends.filter((cut) => countWords(cut) <= maxWords && countWords(cut) >= 4).at(-1) ?? main;
}

/** Take away what cannot end a question: marks and words such as and, of, the. */
export function withoutTail(text: string): string {
  const words = text.split(" ").map((word) => word.trim());
  const bare = (word: string) => word.replace(/[,;:.!?-]+$/u, "");
  while (words.length > 1 && (bare(words.at(-1) ?? "") === "" || DANGLING.has(bare(words.at(-1) ?? "").toLowerCase())))
    words.pop();
  return [...words.slice(0, -1), bare(words.at(-1) ?? "")].join(" ");
}

function inverted(clause: string): string {
  const embedded = /^(?:if|whether(?: or not)?)\s+(?<clause>.+)$/iu.exec(clause)?.groups?.clause;
  if (embedded === undefined || embedded.includes(",")) return embedded ?? clause;
  const present = PRESENT.exec(embedded)?.groups;
  if (present && !/^(?:i|wa|ha|doe)$/iu.test(present.verb ?? "")) {
    return `does ${present.subject} ${present.verb} ${present.rest}`;
  }
  const moved = AUXILIARY.exec(embedded)?.groups;
  return moved ? `${moved.auxiliary} ${moved.subject} ${moved.rest}` : embedded;
}
