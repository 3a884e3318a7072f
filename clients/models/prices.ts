import { z } from "zod";

const usd = z.number().nonnegative().describe("US dollars for a million tokens.");

/** What one model costs, as the user looked it up; none is built in, since prices change. */
export const Price = z.strictObject({
  model: z.string().min(1).describe("provider:name as in --model; a * at its end stands for any rest."),
  input: usd,
  cached: usd.exactOptional().describe("Input served from the provider's cache; as input unless given."),
  output: usd.describe("Output, reasoning included."),
  source: z.string().min(1).describe("Where the price was read."),
  date: z.iso.date().describe("When it was read."),
});
export type Price = z.infer<typeof Price>;
export const Prices = z.array(Price);

/** What a call used (tokens). */
export type Tokens = { input: number; output: number; cached: number; reasoning: number };

const MILLION = 1_000_000;
/** Tell whether a model asks nothing outside the process, and so costs nothing. In: provider:name. */
export const asksNobody = (model: string): boolean => model === "extractive" || model.startsWith("replay:");

/** Tell whether a price, or the pattern that it gives, is that of a model. */
export const isPriceOf = (price: Pick<Price, "model">, model: string): boolean =>
  price.model.endsWith("*") ? model.startsWith(price.model.slice(0, -1)) : price.model === model;

/** Find a model's price. Out: the exact name's before a pattern's, the longest pattern first; zero for models that ask no one; undefined: unknown. */
export const priceOf = (prices: readonly Price[], model: string): Pick<Price, "input" | "cached" | "output"> | undefined => {
  if (asksNobody(model)) return { input: 0, output: 0 };
  const fitting = prices.filter((price) => isPriceOf(price, model));
  return fitting.find((price) => price.model === model) ?? fitting.sort((a, b) => b.model.length - a.model.length)[0];
};

/** Work out what a call cost. In: price, tokens (input with its cached part, output without reasoning). Out: US dollars. */
export const costOf = ({ input, cached = input, output }: Pick<Price, "input" | "cached" | "output">, tokens: Tokens): number =>
  ((tokens.input - tokens.cached) * input + tokens.cached * cached + (tokens.output + tokens.reasoning) * output) / MILLION;
