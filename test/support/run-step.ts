import type { StateSchema } from "@langchain/langgraph";
import type { Runtime } from "../../state/step.ts";

const deepFreeze = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};

/** Run a step under the contract of every node: it never mutates its input, and writes only valid values of known channels. */
export async function runStep<State, Update extends object>(
  step: (state: State, runtime?: Runtime) => Promise<Update>,
  state: State,
  // biome-ignore lint/suspicious/noExplicitAny: the schema of any graph
  schema: StateSchema<any>,
  runtime?: Runtime,
): Promise<Update> {
  const update = await step(deepFreeze(state), runtime);
  const unknown = Object.keys(update).filter((key) => !(key in schema.fields));
  if (unknown.length > 0) throw new Error(`writes channels that the state does not have: ${unknown.join(", ")}`);
  await schema.validateInput(update as never);
  return update;
}
