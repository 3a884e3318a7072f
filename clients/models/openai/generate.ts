import type { Outcome } from "../../../state/outcome.ts";
import type { ChatReply } from "../chat/chat-reply.ts";
import type { Attempt } from "../chat/retrying.ts";
import { askCompletions } from "./ask-completions.ts";
import type { Server } from "./server.ts";
import { streamChat } from "./stream-chat.ts";

/** How the model's tokens are laid out: by the server's own chat template, or Llama 3's written by us. */
export type Template = { is: "server" } | { is: "llama3"; endOfTurn: number };

/** One request for text. */
export type Generation = {
  system: string;
  user: string;
  temperature: number;
  maxTokens: number;
  seed: number;
  /** Fields beyond the common ones, such as structured_outputs or response_format. */
  constraint: Record<string, unknown>;
  signal: AbortSignal;
};

/**
 * Ask a server for text, by chat or, where it has no chat template, by completion.
 *
 * Out: final with the reply or an outcome that no repeat would mend; again with one that it may. Throws once the signal has fired, and for a bug.
 */
export const generate = (server: Server, template: Template, generation: Generation): Promise<Attempt<Outcome<ChatReply>>> =>
  template.is === "llama3" ? askCompletions(server, template.endOfTurn, generation) : streamChat(server, generation);
