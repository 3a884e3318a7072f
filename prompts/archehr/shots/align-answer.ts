/** A static alignment example written for this project; it shares no case with the demo data. */
export const alignShots = [
  {
    answer: [
      { id: "1", text: "Metoprolol was stopped because it provoked bronchospasm and was replaced by amlodipine." },
      { id: "2", text: "Blood pressure was controlled on amlodipine at discharge." },
      { id: "3", text: "The family was reassured." },
    ],
    note: [
      { id: "3", text: "Wheezing worsened after each morning dose of metoprolol." },
      {
        id: "4",
        text: "Metoprolol was stopped because beta blockade was provoking bronchospasm, and amlodipine 5 mg daily was started in its place.",
      },
      { id: "5", text: "Potassium was 4.1 and magnesium 2.0." },
      { id: "7", text: "Blood pressure was 128/76 on amlodipine at discharge." },
    ],
    alignment: [
      { answer_id: "1", evidence_id: ["3", "4"] },
      { answer_id: "2", evidence_id: ["7"] },
      { answer_id: "3", evidence_id: [] },
    ],
  },
] as const;
