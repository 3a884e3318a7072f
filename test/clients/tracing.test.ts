import { CallbackManager } from "@langchain/core/callbacks/manager";
import { afterEach, describe, expect, it } from "vitest";
import { setProcessEnv } from "../../clients/env.ts";
import { withoutTracing } from "../../clients/tracing.ts";

const NAMES = ["LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_VERBOSE"];

describe("tracing", () => {
  const none = Object.fromEntries(NAMES.map((name) => [name, undefined]));
  afterEach(() => void setProcessEnv(none));

  it.each(NAMES)("%s=true on a clinical machine is switched off and reported", (name) => {
    setProcessEnv({ ...none, [name]: "true" });
    expect(withoutTracing()).toEqual([name]);
    expect(CallbackManager.configure()).toBeUndefined(); // no tracer, no console handler
    expect(process.env.LANGCHAIN_VERBOSE).toBeUndefined();
    expect(process.env.LANGGRAPH_CLI_NO_ANALYTICS).toBe("1");
  });

  it("a machine that never asked for tracing gets no warning", () => {
    setProcessEnv({ ...none, LANGSMITH_TRACING: "false" });
    expect(withoutTracing()).toEqual([]);
  });
});
