import { createRequire } from "node:module";
import { z } from "zod";

const words = z.array(z.string().min(1));
const template = z.string().includes("{}");

/** What leads to the topic of a health question, which words belong to its name, and the question that each kind of asking stands for. */
export const TOPIC_WORDS = z
  .object({
    source: z.string(),
    leads: words,
    titleLeads: words,
    titleTails: words,
    articles: words,
    heads: words,
    notPart: words,
    noTopic: words,
    intents: z.array(z.object({ question: template, of: z.enum(["drug", "illness", "any"]), cues: words })),
    otherwise: z.object({ illness: template, drug: template, procedure: template }),
    relations: words,
    yesNo: words,
    story: z.object({ past: words, care: words }),
  })
  .parse(createRequire(import.meta.url)("./topic-words.json"));
