import { setProcessEnv } from "./env.ts";

/** Variables that switch LangChain's tracing off. LANGCHAIN_TRACING must be absent: any value, even "false", counts as on in part. */
const TRACING_OFF = {
  LANGSMITH_TRACING: "false",
  LANGSMITH_TRACING_V2: "false",
  LANGCHAIN_TRACING_V2: "false",
  LANGCHAIN_TRACING: undefined,
  LANGCHAIN_VERBOSE: undefined,
  LANGSMITH_OTEL_ENABLED: "false",
};

/** Variables for a child process (the LangGraph dev server, a Python tool) that keep its usage reports at home. */
export const telemetryOff = {
  LANGGRAPH_CLI_NO_ANALYTICS: "1",
  DO_NOT_TRACK: "1",
  HF_HUB_DISABLE_TELEMETRY: "1",
  // onnxruntime 1.30 writes events about runs to the home folder and looks up Microsoft's collector, unless this is set before it is loaded.
  ORT_DISABLE_TELEMETRY: "1",
} as const;

/**
 * Switch tracing to any service off for this process and its children, whatever the shell set; call it before LangChain is loaded.
 *
 * Every command calls it first: traces carry whole inputs, and a variable set once on a clinical machine is no consent.
 * Out: the variables that had asked for tracing or for prompts on the console, so that the command can say so.
 */
export function withoutTracing(): string[] {
  const before = setProcessEnv({ ...TRACING_OFF, ...telemetryOff });
  return Object.keys(TRACING_OFF).filter((name) => before[name] !== undefined && before[name] !== "false" && before[name] !== "");
}

/**
 * As withoutTracing, for a script that uses Evigraph as a library: what was switched off is told once, as a process warning.
 *
 * Opening the parts or building a graph does this. A script that traces on purpose, for text that anyone may read, sets the variable
 * after it has built its graphs, or gives a tracer of its own with the call (`{ callbacks: [tracer] }`).
 */
export function refuseTracing(): void {
  const asked = withoutTracing();
  if (asked.length === 0) return;
  process.emitWarning(`Tracing is off, though ${asked.join(", ")} asked for it: traces would carry whole inputs.`, {
    code: "EVIGRAPH_TRACING_OFF",
  });
}
