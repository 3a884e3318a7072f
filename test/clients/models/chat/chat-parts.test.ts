import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { deadlineCalls } from "../../../../clients/models/chat/deadline-call.ts";
import { judgeError, RequestRejected } from "../../../../clients/models/chat/judge-error.ts";
import { lowerSchema } from "../../../../clients/models/chat/lower-schema.ts";
import { retrying } from "../../../../clients/models/chat/retrying.ts";
import { readServerError } from "../../../../clients/models/chat/server-error.ts";
import { openSlots } from "../../../../clients/models/chat/slots.ts";
import { withinDeadline } from "../../../../clients/models/chat/within-deadline.ts";
import { fitContext } from "../../../../clients/models/openai/fit-context.ts";
import { scoreSentences } from "../../../../prompts/archehr/score-sentences.ts";
import { failure, ok } from "../../../../state/outcome.ts";
import { ModelSettings } from "../../../../state/settings/models.ts";

const never = () => new Promise<never>(() => {});
const patience = { retries: 3, backoffMs: 1, backoffMostMs: 2, signal: new AbortController().signal };
const down = failure("unavailable", "down.");

describe("a deadline", () => {
  test("ends work that does not heed its signal, and says that it was abandoned", async () => {
    const ended = await withinDeadline(never, { deadlineMs: 20, graceMs: 20, what: "The call" });
    expect(ended).toMatchObject({ is: "stopped", abandoned: true, failure: { is: "timeout" } });
  });

  test("ends work that heeds its signal without abandoning it, and the user's stop is no timeout", async () => {
    const heeding = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const limits = { deadlineMs: 20, graceMs: 50, what: "The call" };
    expect(await withinDeadline(heeding, limits)).toMatchObject({ abandoned: false, failure: { is: "timeout" } });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 5);
    const cancelled = await withinDeadline(heeding, { ...limits, deadlineMs: 5000, signal: stop.signal });
    expect(cancelled).toMatchObject({ abandoned: false, failure: { is: "cancelled" } });
    expect(await withinDeadline(never, { ...limits, signal: stop.signal })).toMatchObject({ failure: { is: "cancelled" } });
  });

  test("lets a bug through", async () => {
    const bug = async () => Promise.reject(new TypeError("bug"));
    await expect(withinDeadline(bug, { deadlineMs: 1000, graceMs: 0, what: "The call" })).rejects.toThrow("bug");
  });

  test("an abandoned request is counted, and frees its place for the next one", async () => {
    const call = deadlineCalls(ModelSettings.parse({ deadlineMs: 30, graceMs: 10, mostInFlight: 1 }));
    for (const count of [1, 2]) {
      const { outcome } = await call("The call", 0, never, undefined);
      expect(outcome).toMatchObject({ is: "timeout", detail: expect.stringContaining(`abandoned so far: ${count}`) });
    }
    const next = await call("The call", 0, async () => ({ is: "final", value: { outcome: ok("done") } }), undefined);
    expect(next.outcome).toEqual(ok("done"));
  });
});

describe("repeats", () => {
  test("stop at the first final value and at the last allowed failure", async () => {
    let asked = 0;
    const mended = await retrying(async () => (++asked < 3 ? { is: "again", failure: down } : { is: "final", value: asked }), {
      ...patience,
      endsAt: performance.now() + 1000,
    });
    expect(mended).toEqual({ ended: { is: "value", value: 3 }, retries: 2 });
    const stayed = await retrying(async () => ({ is: "again", failure: down }), {
      ...patience,
      endsAt: performance.now() + 1000,
    });
    expect(stayed).toMatchObject({ ended: { is: "failure", failure: { is: "unavailable" } }, retries: 3 });
  });

  test("are not begun when the wait would pass the deadline", async () => {
    const began = performance.now();
    const ended = await retrying(async () => ({ is: "again", failure: down, waitMs: 60_000 }), {
      ...patience,
      endsAt: began + 1000,
    });
    expect(ended).toEqual({ ended: { is: "failure", failure: down }, retries: 0 });
    expect(performance.now() - began).toBeLessThan(500);
  });
});

describe("places", () => {
  test("are never more than given, and who leaves the line does not take one", async () => {
    const take = openSlots(2);
    const calm = new AbortController().signal;
    const first = await take(calm);
    const second = await take(calm);
    const leaving = new AbortController();
    const left = take(leaving.signal);
    let entered = false;
    const waiting = take(calm).then((free) => {
      entered = true;
      return free;
    });
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect(entered).toBe(false);
    first();
    first(); // freeing twice frees one place
    const third = await waiting;
    let fourth = false;
    const last = take(calm).then(() => {
      fourth = true;
    });
    await Promise.resolve();
    expect(fourth).toBe(false);
    second();
    await last;
    third();
  });
});

describe("an error's body", () => {
  test.each([
    [{ error: { message: "m", param: "input_tokens", code: 400 } }, { param: "input_tokens", message: "m" }],
    [{ error: "Unauthorized" }, { param: undefined, message: "Unauthorized" }],
    [{ detail: "Not Found" }, { message: "Not Found" }],
    [{ detail: [{ loc: ["body"], msg: "field required" }] }, { message: '[{"loc":["body"],"msg":"field required"}]' }],
    [{ object: "error", message: "old vLLM", type: "BadRequestError", param: "max_tokens", code: 400 }, { param: "max_tokens" }],
    [[{ error: { message: "in a list", code: 429 } }], { message: "in a list" }],
    [{}, { message: "no message" }],
    [{ error: null }, { message: "no message" }],
  ])("%j is read", (body, expected) => {
    expect(readServerError(400, undefined, JSON.stringify(body))).toMatchObject(expected);
  });

  test("that is a web page or nothing at all is read too", () => {
    expect(readServerError(502, undefined, "<html><h1>Bad\nGateway</h1></html>").message).toBe("Bad Gateway");
    expect(readServerError(500, undefined, "").message).toBe("no message");
  });

  test("Retry-After is read in seconds and as a date", () => {
    const waits = (value: string) => readServerError(429, new Headers({ "retry-after": value }), "").waitMs;
    expect(waits("2")).toBe(2000);
    expect(waits("soon")).toBeUndefined();
    expect(waits(new Date(Date.now() + 5000).toUTCString())).toBeGreaterThan(3000);
    expect(waits("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
  });

  test("of any status and shape gives an outcome or a bug, never another error", () => {
    const names = { what: "server", keyVariable: "KEY", baseVariable: "BASE" };
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.jsonValue(), (status, body) => {
        const error = readServerError(status, undefined, JSON.stringify(body));
        try {
          expect(["rateLimited", "unavailable", "misconfigured", "overContext"]).toContain(judgeError(error, names).failure.is);
        } catch (thrown) {
          if (!(thrown instanceof RequestRejected)) throw thrown;
          expect(status).toBeGreaterThanOrEqual(400);
          expect(status).toBeLessThan(500);
        }
      }),
    );
  });
});

describe("the reply's budget", () => {
  test("and the prompt always fit the context, and the budget is never below the least", () => {
    const tokens = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, (prompt, context, wanted, least) => {
        const fit = fitContext({ tokens: prompt, counted: true }, context, { wanted, least });
        if (fit.is === "over") {
          expect(context - prompt).toBeLessThan(Math.min(least, wanted));
          return;
        }
        expect(prompt + fit.maxTokens).toBeLessThanOrEqual(context);
        expect(fit.maxTokens).toBeGreaterThanOrEqual(Math.min(least, wanted));
        expect(fit.maxTokens).toBeLessThanOrEqual(wanted);
      }),
    );
  });
});

describe("a lowered schema", () => {
  const lower = (output: z.ZodType, dialect: "grammar" | "gemini" = "grammar") => lowerSchema({ output }, dialect);

  test("keeps bounds for a grammar and loses them for Gemini", () => {
    expect(lowerSchema(scoreSentences, "grammar")).toEqual({
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "string" }, score: { type: "integer", minimum: 1, maximum: 5 } },
        required: ["id", "score"],
        additionalProperties: false,
      },
    });
    expect(JSON.stringify(lowerSchema(scoreSentences, "gemini"))).not.toMatch(/minimum|maximum|additionalProperties|\$schema/);
  });

  test("leaves out what grammars do not know, and the bounds that zod gives every integer", () => {
    expect(lower(z.object({ n: z.int(), s: z.string().regex(/a/).min(1), l: z.array(z.int()).max(3) }))).toMatchObject({
      properties: {
        n: { type: "integer" },
        s: { type: "string" },
        l: { type: "array", items: { type: "integer" }, maxItems: 3 },
      },
    });
    expect(JSON.stringify(lower(z.object({ n: z.int(), s: z.string().regex(/a/) })))).not.toMatch(/pattern|minimum|9007/);
  });

  test("writes a literal as a choice, and for Gemini only words", () => {
    expect(lower(z.object({ a: z.literal("x"), b: z.literal([1, 2]) }))).toMatchObject({
      properties: { a: { type: "string", enum: ["x"] }, b: { type: "integer", enum: [1, 2] } },
    });
    expect(lower(z.object({ b: z.literal([1, 2]) }), "gemini")).toMatchObject({ properties: { b: { type: "integer" } } });
  });

  test.each([z.unknown(), z.object({ a: z.any() }), z.array(z.unknown()), z.object({}), z.record(z.string(), z.string())])(
    "is none where a part would be untyped (%#)",
    (output) => {
      expect(lower(output)).toBeUndefined();
    },
  );
});
