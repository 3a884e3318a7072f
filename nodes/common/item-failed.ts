import type { Trouble } from "../../state/outcome.ts";

/** An item cannot go on: the run records it as failed, with what was done so far, and goes to the next one. */
export class ItemFailed extends Error {
  override readonly name = "ItemFailed";
  readonly step: string;
  readonly code: Trouble | "input";

  constructor(step: string, code: Trouble | "input", detail: string) {
    super(`${step}: ${code}: ${detail}`);
    this.step = step;
    this.code = code;
  }
}
