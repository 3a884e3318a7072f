// Checked by tsc: a step's type is its data-flow diagram, and a route table names every answer of its router.
import { START, StateGraph } from "@langchain/langgraph";
import type { Routes } from "../graphs/routes.ts";
import type { ArchehrStep } from "../state/archehr.ts";
import { ArchehrState } from "../state/archehr.ts";

// reads only what it declares
export const reads: ArchehrStep<"message", "question"> = async ({ message }) => ({ question: message });
// @ts-expect-error undeclared read
export const undeclaredRead: ArchehrStep<"message", "question"> = async ({ note }) => ({ question: String(note) });
// @ts-expect-error undeclared write
export const undeclaredWrite: ArchehrStep<"message", "question"> = async () => ({ question: "", repairs: 1 });
// @ts-expect-error misspelt channel
export const misspelt: ArchehrStep<"message", "questionn"> = async () => ({});
// fallbacks and usage are always allowed
export const always: ArchehrStep<"message", "question"> = async () => ({ fallbacks: [], usage: [] });

const graph = new StateGraph({ state: ArchehrState }).addNode("interpretQuestion", reads).addEdge(START, "interpretQuestion");
// @ts-expect-error unknown node
graph.addEdge("interpretQuestion", "interpretQuestions");
const lengthIs = ({ length }: Pick<ArchehrState, "length">): "within" | "over" => (length === "over" ? "over" : "within");
// @ts-expect-error missing label "over"
export const routes = { within: "interpretQuestion" } as const satisfies Routes<typeof lengthIs>;
