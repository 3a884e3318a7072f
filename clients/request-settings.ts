/** Settings that decide a part of a prompt's request, by prompt and by the part's path, so that a difference can be named as its user knows it. */
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "archehr/interpret-question": {
    temperature: "interpretTemperature",
    "input.maxWords": "interpretMaxWords",
    "input.shots": "interpretShots",
    "input.keep": "entityGuard",
  },
  "archehr/score-sentences": {
    temperature: "scoreTemperature",
    "input.sentences": "scoreBatch",
    "input.question": "scoreAnchor",
  },
  "archehr/draft-cited-answer": { temperature: "answerFirstTemperature", "input.maxWords": "answerMaxWords" },
  "archehr/draft-answer": { temperature: "answerTemperature", "input.maxWords": "answerMaxWords" },
  "archehr/align-answer": { temperature: "alignTemperature" },
  "archehr/align-sentence": { temperature: "alignTemperature" },
  "archehr/repair-sentence": { "input.maxWords": "answerMaxWords" },
  "bioasq/expand-question": { temperature: "answerTemperature", "input.maxTerms": "maxExpansionTerms" },
  "bioasq/guess-answer": { temperature: "answerTemperature", "input.snippets": "answerSnippets" },
  "bioasq/answer-yesno": answering(),
  "bioasq/answer-factoid": { ...answering(), "input.most": "maxFactoids" },
  "bioasq/answer-list": { ...answering(), "input.most": "maxListEntries", "input.snippets": "listSnippets" },
  "bioasq/answer-summary": { temperature: "answerTemperature", "input.snippets": "answerSnippets" },
  "bioasq/draft-ideal": { temperature: "answerTemperature", "input.maxWords": "idealMaxWords" },
};

function answering() {
  return {
    temperature: "answerTemperature or selfConsistencyTemperature",
    sample: "selfConsistency",
    "input.snippets": "answerSnippets",
  };
}

/** Name the setting behind a part of a request. In: name (prompt id and version), path. Out: undefined where none decides it alone. */
export const settingOf = (name: string, path: string): string | undefined => {
  const [prompt = ""] = name.split("@");
  const known = SETTINGS[prompt] ?? {};
  return known[path] ?? Object.entries(known).find(([part]) => path.startsWith(`${part}.`))?.[1];
};
