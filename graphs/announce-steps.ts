import { z } from "zod";
import { Fallback } from "../state/fallback.ts";
import type { Runtime } from "../state/step.ts";
import { withInterrupt } from "./with-interrupt.ts";

type AnyStep = (state: never, runtime?: Runtime) => Promise<object>;

const Written = z.object({ fallbacks: z.array(Fallback).default([]) });

/**
 * Let every step of a graph tell a watching client when it starts, and each departure from the planned path when it ends.
 *
 * In: the channel that names the item (caseId, questionId), the step of each node. Out: the same steps, of the same types; what they
 * read, write and throw is untouched. With nobody watching they are as before.
 */
export function announceSteps<Steps extends Record<string, AnyStep>>(channel: string, steps: Steps): Steps;
export function announceSteps(channel: string, steps: Record<string, AnyStep>): Record<string, AnyStep> {
  const Item = z.object({ [channel]: z.string() });
  const announced = Object.entries(steps).map(([step, run]): [string, AnyStep] => [
    step,
    async (state, runtime) => {
      const item = String(Item.parse(state)[channel]);
      runtime?.writer?.({ event: "started", step, item });
      const update = await run(state, withInterrupt(runtime));
      for (const { code, reason, instead } of Written.parse(update).fallbacks)
        runtime?.writer?.({ event: "fellBack", step, item, code, reason, instead });
      return update;
    },
  ]);
  return Object.fromEntries(announced);
}
