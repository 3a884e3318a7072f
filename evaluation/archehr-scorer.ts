import type { ArchehrGold } from "../formats/archehr-key.ts";
import { pythonTrim } from "../text/python-whitespace.ts";
import { type ArchehrYear, scoreAlignment, scoreEvidence } from "./archehr-evidence.ts";
import { checkAlignments, checkEvidence, checkTexts, type Subtask } from "./archehr-faults.ts";
import { scoreTexts, type TextPlugIns } from "./archehr-texts.ts";
import { closeSheet, openSheet } from "./measure-items.ts";
import type { ArchehrSubmission } from "./read-archehr-submission.ts";
import type { ScoreSheet } from "./score-sheet.ts";
import { ScoringFault } from "./scoring-fault.ts";

/** A case of the XML file, as far as scoring looks. */
export type ScoredCase = { id: string; narrative: string; clinicianQuestion?: string | undefined };
export type ArchehrFiles = {
  cases: readonly ScoredCase[];
  /** The key; subtask 1 does not need it. */
  key: readonly ArchehrGold[];
  submission: ArchehrSubmission;
};
export type ArchehrOptions = {
  /** Whose lenient rule the plain `lenient_…` measures follow; both are always given by name too. */
  year?: ArchehrYear;
  /** "characters" reproduces the official script's reading of citations that the key writes as a text. */
  citations?: "ids" | "characters";
  plugIns?: TextPlugIns;
};

/**
 * Score an ArchEHR-QA submission as the organisers' script does.
 *
 * In: a subtask; the cases, the key (`readArchehrKey`) and the submission (`readArchehrSubmission`); options. Out: a score sheet, 0-100.
 * If the script refuses the submission, or gold lacks what the subtask needs: a ScoringFault with its message.
 * @cite soni2026archehr §evaluation
 */
export async function scoreArchehr(
  subtask: Subtask,
  { cases, key, submission }: ArchehrFiles,
  { year = 2026, citations = "ids", plugIns = {} }: ArchehrOptions = {},
): Promise<ScoreSheet> {
  const sheet = openSheet();
  if (subtask === 2) scoreEvidence(sheet, key, checkEvidence(key, submission), year);
  if (subtask === 4) scoreAlignment(sheet, key, checkAlignments(key, submission), citations);
  if (subtask === 4 && key.some(({ answerSentences }) => answerSentences.some(({ citationText = "" }) => citationText !== "")))
    sheet.notes.push(CITATION_NOTE[citations]);
  if (subtask === 1) {
    const predictions = checkTexts(
      cases.map(({ id }) => id),
      submission,
    );
    await scoreTexts(sheet, subtask, predictions, (id) => questionOf(findCase(cases, id)), plugIns);
  }
  if (subtask === 3) {
    const predictions = checkTexts(
      key.map(({ caseId }) => caseId),
      submission,
    );
    await scoreTexts(sheet, subtask, predictions, (id) => answerOf(key, findCase(cases, id)), plugIns);
  }
  return closeSheet(sheet, []);
}

function findCase(cases: readonly ScoredCase[], id: string): ScoredCase {
  const found = cases.find((candidate) => candidate.id === id);
  if (!found) throw new ScoringFault(`[case ${id}]: The key has this case, the cases file has not.`);
  return found;
}

function questionOf({ id, clinicianQuestion, narrative }: ScoredCase): { reference: string; source: string } {
  if (clinicianQuestion === undefined)
    throw new ScoringFault(`[case ${id}]: The cases file has no clinician_question; subtask 1 is scored against it.`);
  return { reference: pythonTrim(clinicianQuestion), source: pythonTrim(narrative) };
}

function answerOf(key: readonly ArchehrGold[], { id, narrative }: ScoredCase): { reference: string; source: string } {
  const answer = key.find(({ caseId }) => caseId === id)?.answerWithoutCitations;
  if (answer === undefined)
    throw new ScoringFault(`[case ${id}]: The key has no clinician_answer_without_citations; subtask 3 is scored against it.`);
  return { reference: pythonTrim(answer), source: pythonTrim(narrative) };
}

const CITATION_NOTE = {
  ids: "The key writes citations as texts; they are read as sentence ids. The official script reads each character as an id and scores lower.",
  characters: "The key writes citations as texts; each character is read as an id, as the official script does.",
} as const;
