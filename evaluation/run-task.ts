import type { TaskName, TaskResult, TaskRun } from "./task.ts";
import { answerCases } from "./tasks/answer-cases.ts";
import { answerQuestions } from "./tasks/answer-questions.ts";
import { answerSimply } from "./tasks/answer-simply.ts";
import { answerTrivially } from "./tasks/answer-trivially.ts";
import { coverAnswers } from "./tasks/cover-answers.ts";
import { extractSnippets } from "./tasks/extract-snippets.ts";
import { interpretMessages } from "./tasks/interpret-messages.ts";
import { rankCollection } from "./tasks/rank-collection.ts";
import { selectSentences } from "./tasks/select-sentences.ts";
import { selectSimply } from "./tasks/select-simply.ts";
import { trustAnswers } from "./tasks/trust-answers.ts";

const TASKS: Record<TaskName, { file: string; run: (run: TaskRun) => Promise<TaskResult> }> = {
  ranking: { file: "rank-collection", run: rankCollection },
  coverage: { file: "cover-answers", run: coverAnswers },
  interpretation: { file: "interpret-messages", run: interpretMessages },
  sentences: { file: "select-sentences", run: selectSentences },
  snippets: { file: "extract-snippets", run: extractSnippets },
  archehr: { file: "answer-cases", run: answerCases },
  bioasq: { file: "answer-questions", run: answerQuestions },
  trivial: { file: "answer-trivially", run: answerTrivially },
  simple: { file: "select-simply", run: selectSimply },
  simpleCases: { file: "answer-simply", run: answerSimply },
  abstention: { file: "trust-answers", run: trustAnswers },
};

/** Run and score a task. In: its name, what it runs with. Out: what it gives. */
export const runTask = (task: TaskName, run: TaskRun): Promise<TaskResult> => TASKS[task].run(run);

/** Name the source file of a task, from the package's folder. */
export const taskFile = (task: TaskName): string => `evaluation/tasks/${TASKS[task].file}.ts`;
