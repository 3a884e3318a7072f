/** A scored note written for this project, annotated as the task's gold is; it shares no case with the demo data. */
export const scoreShots = [
  {
    question: "Why was metoprolol stopped and what replaced it?",
    sentences: [
      { id: "1", text: "Brief Hospital Course:", score: 1, because: "administrative header" },
      {
        id: "2",
        text: "The patient is a retired teacher with hypertension and asthma, admitted on a Tuesday for wheezing.",
        score: 3,
        because: "background and admission",
      },
      {
        id: "3",
        text: "Wheezing worsened after each morning dose of metoprolol.",
        score: 4,
        because: "qualifies the critical finding",
      },
      {
        id: "4",
        text: "Metoprolol was stopped because beta blockade was provoking bronchospasm, and amlodipine 5 mg daily was started in its place.",
        score: 5,
        because: "direct answer",
      },
      { id: "5", text: "Potassium was 4.1 and magnesium 2.0.", score: 1, because: "normal findings" },
      { id: "6", text: "Right knee pain was managed with acetaminophen.", score: 1, because: "unrelated system" },
      {
        id: "7",
        text: "Blood pressure was 128/76 on amlodipine at discharge.",
        score: 4,
        because: "outcome that qualifies the answer",
      },
    ],
  },
] as const;
