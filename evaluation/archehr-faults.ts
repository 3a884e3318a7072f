import type { ArchehrGold } from "../formats/archehr-key.ts";
import { pythonTrim } from "../text/python-whitespace.ts";
import type { ArchehrSubmission } from "./read-archehr-submission.ts";
import { ScoringFault } from "./scoring-fault.ts";

export type Subtask = 1 | 2 | 3 | 4;
export type Alignment = { answer_id: string; evidence_id: string[] };
/** A checked submission: case id -> prediction. */
export type Checked<Prediction> = Map<string, Prediction>;

/**
 * Check a subtask 2 submission as the official script does.
 *
 * In: the key; the submission. Out: case id -> sentence ids, in file order.
 * If the script refuses the file: a ScoringFault with its message.
 */
export function checkEvidence(key: readonly ArchehrGold[], submission: ArchehrSubmission): Checked<string[]> {
  const checked = readCases(submission, (name, prediction) => {
    if (!Array.isArray(prediction)) throw fault(name, "Prediction must be a list of sentence IDs.");
    return prediction.map((id: unknown) => {
      if (typeof id !== "string") throw fault(name, "All sentence IDs must be strings.");
      return id;
    });
  });
  sameCases(
    key.map(({ caseId }) => caseId),
    submission,
  );
  refuse(
    [...checked].flatMap(([id, predicted]) => {
      const valid = new Set(key.find(({ caseId }) => caseId === id)?.relevance.keys());
      const invalid = new Set(predicted.filter((sentence) => !valid.has(sentence)));
      return invalid.size === 0
        ? []
        : `[case ${id}]: Invalid sentence IDs: ${pythonList(invalid)}. Valid IDs are: ${pythonList(valid)}`;
    }),
  );
  return checked;
}

/**
 * Check a subtask 4 submission as the official script does.
 *
 * In: the key; the submission. Out: case id -> alignments, in file order.
 * If the script refuses the file: a ScoringFault with its message.
 */
export function checkAlignments(key: readonly ArchehrGold[], submission: ArchehrSubmission): Checked<Alignment[]> {
  const checked = readCases(submission, (name, prediction) => {
    if (!Array.isArray(prediction)) throw fault(name, "Prediction must be a list of alignment objects.");
    return prediction.map((alignment: unknown) => readAlignment(name, alignment));
  });
  sameCases(
    key.map(({ caseId }) => caseId),
    submission,
  );
  refuse(
    [...checked].flatMap(([id, alignments]) => {
      const gold = key.find(({ caseId }) => caseId === id);
      const answers = new Set(gold?.answerSentences.map((sentence) => sentence.id));
      const sentences = new Set(gold?.relevance.keys());
      return alignments.flatMap(({ answer_id, evidence_id }) => [
        ...(answers.has(answer_id)
          ? []
          : [`[case ${id}]: Invalid answer_id: '${answer_id}'. Valid answer IDs are: ${pythonList(answers)}`]),
        ...evidence_id
          .filter((sentence) => !sentences.has(sentence))
          .map(
            (sentence) => `[case ${id}]: Invalid evidence_id: '${sentence}'. Valid evidence IDs are: ${pythonList(sentences)}`,
          ),
      ]);
    }),
  );
  return checked;
}

/**
 * Check a subtask 1 or 3 submission as the official scripts do.
 *
 * In: the ids of the cases to score; the submission. Out: case id -> trimmed text (not yet cut), in file order.
 * If the script refuses the file, or a prediction is no text: a ScoringFault.
 */
export function checkTexts(caseIds: readonly string[], submission: ArchehrSubmission): Checked<string> {
  const checked = readCases(submission, (name, prediction) => {
    if (typeof prediction !== "string") throw fault(name, "Prediction must be a string.");
    const text = pythonTrim(prediction);
    if (text === "") throw fault(name, "Empty prediction.");
    return text;
  });
  sameCases(caseIds, submission);
  return checked;
}

function readCases<Prediction>(
  submission: ArchehrSubmission,
  read: (name: string, prediction: unknown) => Prediction,
): Checked<Prediction> {
  const checked: Checked<Prediction> = new Map();
  for (const { case_id, prediction } of submission) {
    const name = String(case_id);
    // The official script scores a repeated case twice; we refuse it, because the second would count for a case that is not there.
    if (checked.has(name)) throw fault(name, "The case is in the submission twice.");
    checked.set(name, read(name, prediction));
  }
  return checked;
}

function readAlignment(name: string, alignment: unknown): Alignment {
  if (typeof alignment !== "object" || alignment === null || Array.isArray(alignment))
    throw fault(name, "Each alignment must be an object.");
  if (!("answer_id" in alignment)) throw fault(name, "Alignment missing 'answer_id' field.");
  if (!("evidence_id" in alignment)) throw fault(name, "Alignment missing 'evidence_id' field.");
  const { answer_id, evidence_id } = alignment;
  if (typeof answer_id !== "string") throw fault(name, "'answer_id' must be a string.");
  if (!Array.isArray(evidence_id)) throw fault(name, "'evidence_id' must be a list.");
  const ids = evidence_id.map((id: unknown) => {
    if (typeof id !== "string") throw fault(name, "All evidence IDs must be strings.");
    return id;
  });
  return { answer_id, evidence_id: ids };
}

function sameCases(gold: readonly string[], submission: ArchehrSubmission): void {
  const submitted = new Set(submission.map(({ case_id }) => case_id));
  const missing = gold.filter((id) => !submitted.has(id));
  const extra = [...submitted].filter((id) => !gold.some((known) => known === id));
  refuse([
    ...(missing.length > 0 ? [`Case IDs in key but not in submission: ${pythonList(missing)}`] : []),
    ...(extra.length > 0 ? [`Case IDs in submission but not in key: ${pythonList(extra)}`] : []),
  ]);
}

function refuse(messages: readonly string[]): void {
  if (messages.length > 0) throw new ScoringFault(messages.join("\n"));
}

function fault(name: string, message: string): ScoringFault {
  return new ScoringFault(`[case ${name}]: ${message}`);
}

/** A sorted list as Python prints it: strings quoted, by code point. */
function pythonList(values: Iterable<unknown>): string {
  const sorted = [...values].toSorted((a, b) => Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))));
  return `[${sorted.map((value) => (typeof value === "string" ? pythonQuoted(value) : String(value))).join(", ")}]`;
}

function pythonQuoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r");
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}
