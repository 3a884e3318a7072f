import { describe, expect, it } from "vitest";
import { type AskRequest, type AskWith, askWith, type Carried, type Provider } from "../../../clients/models/ask-with.ts";
import { verifyClaim } from "../../../prompts/common/verify-claim.ts";
import { failure, ok, type Trouble } from "../../../state/outcome.ts";

const supported = { verdict: "supported", problem: "" };
const provider = (name: string, reply: Carried | (() => Carried), asked: string[] = []): Provider => ({
  name,
  revision: "7",
  carryOut: async () => {
    asked.push(name);
    return typeof reply === "function" ? reply() : reply;
  },
});
const roles = (...names: string[]): AskWith["roles"] => ({
  interpret: [],
  score: [],
  draft: [],
  align: [],
  expand: [],
  answer: [],
  verify: names,
});
const options = { role: "verify", step: "verifySupport", item: "case 1", temperature: 0 } as const;
const input = { claim: "INR was 4.8.", evidence: ["INR was 4.8."] };
const down = (is: Trouble): Carried => ({ outcome: failure(is, `${is}!`) });

describe("a table of roles", () => {
  it("asks the role's first model, and says what it cost", async () => {
    const ask = askWith({
      roles: roles("a"),
      providers: { a: provider("a", { outcome: ok(supported), inputTokens: 40, ms: 3 }) },
    });
    const { outcome, usage } = await ask(verifyClaim, input, options);
    expect(outcome).toEqual(ok(supported));
    expect(usage).toEqual([
      {
        step: "verifySupport",
        role: "verify",
        model: "a",
        prompt: `common/verify-claim@${verifyClaim.version}`,
        outcome: "ok",
        inputTokens: 40,
        outputTokens: 0,
        cachedTokens: 0,
        reasoningTokens: 0,
        retries: 0,
        ms: 3,
      },
    ]);
  });

  it("measures the time of a model that does not", async () => {
    const ask = askWith({ roles: roles("a"), providers: { a: provider("a", { outcome: ok(supported) }) } });
    expect((await ask(verifyClaim, input, options)).usage[0]?.ms).toBeGreaterThan(0);
  });

  it("asks the next model only where that is wanted", async () => {
    const asked: string[] = [];
    const providers = { a: provider("a", down("blocked"), asked), b: provider("b", { outcome: ok(supported) }, asked) };
    const ask = askWith({ roles: roles("a", "b"), providers });
    expect((await ask(verifyClaim, input, options)).outcome.is).toBe("blocked");
    const { outcome, usage } = await ask(verifyClaim, input, { ...options, nextModels: true });
    expect(outcome.is).toBe("ok");
    expect(usage.map(({ model, outcome: end }) => [model, end])).toEqual([
      ["a", "blocked"],
      ["b", "ok"],
    ]);
    expect(asked).toEqual(["a", "a", "b"]);
  });

  it.each(["denied", "misconfigured", "cancelled", "replayMiss", "overBudget"] as const)(
    "asks no further model after %s",
    async (is) => {
      const providers = { a: provider("a", down(is)), b: provider("b", { outcome: ok(supported) }) };
      const { outcome, usage } = await askWith({ roles: roles("a", "b"), providers })(verifyClaim, input, {
        ...options,
        nextModels: true,
      });
      expect([outcome.is, usage.length]).toEqual([is, 1]);
    },
  );

  it("calls a reply that does not fit unparseable, and asks the next model", async () => {
    const providers = { a: provider("a", { outcome: ok({ verdict: "perhaps" }) }), b: provider("b", { outcome: ok(supported) }) };
    const ask = askWith({ roles: roles("a", "b"), providers });
    const { outcome } = await ask(verifyClaim, input, options);
    expect(outcome).toMatchObject({ is: "unparseable", detail: expect.stringContaining("verdict") });
    expect((await ask(verifyClaim, input, { ...options, nextModels: true })).outcome.is).toBe("ok");
  });

  it("names a model that is not there, and a role without one", async () => {
    const missing = await askWith({ roles: roles("gemini:x"), providers: {} })(verifyClaim, input, options);
    expect(missing.outcome).toMatchObject({ is: "misconfigured", detail: expect.stringContaining('"gemini:x"') });
    const none = await askWith({ roles: roles(), providers: {} })(verifyClaim, input, options);
    expect(none).toMatchObject({ outcome: { is: "misconfigured" }, usage: [] });
  });

  it("does not start a model once the call was stopped", async () => {
    const asked: string[] = [];
    const ask = askWith({ roles: roles("a"), providers: { a: provider("a", { outcome: ok(supported) }, asked) } });
    expect((await ask(verifyClaim, input, { ...options, signal: AbortSignal.abort() })).outcome.is).toBe("cancelled");
    expect(asked).toEqual([]);
  });

  it("lets every request go through the store, with all that decides the reply", async () => {
    const seen: AskRequest[] = [];
    const ask = askWith({
      roles: roles("a"),
      providers: { a: provider("a", { outcome: ok({ verdict: "unsupported", problem: "live" }) }) },
      through: async (request, call) => {
        seen.push(request);
        expect((await call()).outcome.is).toBe("ok");
        return { outcome: ok(supported), ms: 12 };
      },
    });
    const { outcome, usage } = await ask(verifyClaim, input, { ...options, sample: 2 });
    expect(outcome).toEqual(ok(supported));
    expect(usage[0]?.ms).toBe(12);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      prompt: `common/verify-claim@${verifyClaim.version}`,
      model: "a",
      revision: "7",
      temperature: 0,
      sample: 2,
      input,
    });
    expect(seen[0]?.user).toContain("INR was 4.8.");
    expect(seen[0]?.schema).toMatchObject({ type: "object", required: expect.arrayContaining(["verdict"]) });
  });

  it("throws for a bug: an input that the prompt does not take, a model that throws", async () => {
    const ask = askWith({
      roles: roles("a"),
      providers: {
        a: provider("a", () => {
          throw new TypeError("bug");
        }),
      },
    });
    await expect(ask(verifyClaim, { claim: 3 } as never, options)).rejects.toThrow();
    await expect(ask(verifyClaim, input, options)).rejects.toThrow("bug");
  });
});
