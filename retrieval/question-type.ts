import type { QuestionType } from "../state/bioasq.ts";

const AUXILIARY =
  "(?:is|are|was|were|am|do|does|did|has|have|had|can|could|should|would|will|may|might|must|shall|isn't|aren't|doesn't|don't)";
// Nouns in -s after which or what are plurals; these are verbs, or end in s without being plural.
const NO_PLURAL_NOUN =
  "(?:is|was|does|has|this|process|class|causes?|controls|produces|takes|promotes|encodes|regulates|plays|makes|shows|leads|binds|belongs|acts|inhibits|activates|contains|happens|occurs|catalyzes|mediates|affects|reduces|increases|describes|represents|underlies|uses|targets|explains|contributes|drives|triggers|prevents|develops|manufactures)";
const TOPIC =
  "(?:role|mechanism|function|effect|purpose|aim|basis|rationale|relationship|relation|association|connection|link|difference|significance|importance|impact|influence|principle|pathophysiology|pathogenesis|evidence|definition|use|benefit|structure|cause|reason|outcome|advantage|disadvantage|risk|goal|consequence|implication)";

// In this order: the first that fits decides.
const RULES: readonly { type: QuestionType; shape: RegExp; reason: string }[] = [
  { type: "yesno", shape: /\byes or no\b/i, reason: "it asks for yes or no" },
  {
    type: "list",
    shape: /^(?:please\s+|can you\s+)?(?:list|name|enumerate|give|provide|identify|mention)\b/i,
    reason: "it asks for a list by its first word",
  },
  {
    type: "summary",
    shape: /^(?:please\s+|can you\s+)?(?:describe|explain|summari[sz]e|discuss|outline|define|compare|elaborate|tell me)\b/i,
    reason: "it asks for a description by its first word",
  },
  { type: "yesno", shape: new RegExp(`^${AUXILIARY}\\b`, "i"), reason: "it begins with an auxiliary verb" },
  {
    type: "yesno",
    shape: new RegExp(`^(?!.*\\b(?:which|what|who|how|where|when|why)\\b).*[,;:.]\\s*${AUXILIARY}\\s[^,;:]*\\?\\s*$`, "i"),
    reason: "its last clause begins with an auxiliary verb",
  },
  {
    type: "factoid",
    shape: /\bhow (?:many|much|often|long|common|frequent|frequently|old|big|large|high|tall|fast)\b/i,
    reason: "it asks for a number",
  },
  { type: "summary", shape: /^(?:why|how)\s|[,;.]\s*(?:why|how)\s(?!.*\b(?:which|what)\b)/i, reason: "it asks why or how" },
  { type: "summary", shape: /\bwhat (?:is known|do we know)\b/i, reason: "it asks for what is known" },
  {
    type: "summary",
    shape: new RegExp(
      `\\b(?:what|which) (?:is|are|was|were) (?:the\\s+|a\\s+)?(?:[\\p{L}-]+\\s+){0,3}${TOPIC}s?\\s+(?:of|between|for|behind|in|on|underlying|and)\\b`,
      "iu",
    ),
    reason: "it asks for a role, mechanism, relation or the like",
  },
  { type: "factoid", shape: /^(?:who|when|where)\b/i, reason: "it asks who, when or where" },
  {
    type: "summary",
    shape: /^what are\s+(?!the\b|some\b|possible\b|common\b|main\b)[^?]{1,60}\??\s*$/i,
    reason: "it asks what something is",
  },
  { type: "list", shape: /\b(?:which|what)\s+(?:are|were)\b/i, reason: "it asks for several things (what are, which are)" },
  {
    type: "list",
    shape: new RegExp(
      `\\b(?:which|what)\\s+(?:(?!(?:is|are|was|were|the|of|${NO_PLURAL_NOUN})\\b)[\\p{L}\\p{N}/-]+\\s+){0,3}(?!${NO_PLURAL_NOUN}\\b)(?:loci|criteria|bacteria|fungi|phenomena|mice|data|[\\p{L}-]{2,}(?<![sui])s)\\b`,
      "iu",
    ),
    reason: "it asks for a plural (which genes)",
  },
  {
    type: "factoid",
    shape: /\b(?:which|what)\s+(?!(?:is|are|was|were)\b)[\p{L}\p{N}]/iu,
    reason: "it asks for one thing of a kind (which gene)",
  },
  { type: "factoid", shape: /\bwhat is (?:another|a different|the other) (?:name|term|word)\b/i, reason: "it asks for a name" },
  {
    type: "summary",
    shape: /^what (?:is|was)\s+(?!the\b|an?\s+\w+\s+(?:of|for)\b|[\p{L}]+ed\s)[^?]{1,80}\??\s*$/iu,
    reason: "it asks what something is",
  },
  { type: "factoid", shape: /\b(?:which|what) (?:is|was)\b/i, reason: "it asks for one thing (what is the)" },
];

/**
 * Tell the type of a biomedical question from its wording.
 * In: a question. Out: type and the reason, a sentence's end for a person; summary where nothing fits, as the type without exact answer.
 * @cite spec cli; krithara2023bioasq
 */
export function questionType(question: string): { type: QuestionType; reason: string } {
  const plain = question.trim().replace(/\s+/g, " ");
  const rule = RULES.find(({ shape }) => shape.test(plain));
  return rule ? { type: rule.type, reason: rule.reason } : { type: "summary", reason: "its wording fits no other type" };
}
