/** What a reply cost (tokens). */
export type TokenCounts = { input: number; output: number; cached: number; reasoning: number };

/** What a chat model sent back, before anything judges it. */
export type ChatReply = {
  text: string;
  /** Reasoning that came in a field of its own; empty where none did. */
  reasoning: string;
  /** Why it ended: the text is whole, the budget was used up, the server withheld it, or it called a tool. */
  finish: "stop" | "length" | "blocked" | "toolCall";
  /** The server's own word for that, for people. */
  said: string;
  tokens: TokenCounts;
};

export const NO_TOKENS: TokenCounts = { input: 0, output: 0, cached: 0, reasoning: 0 };
