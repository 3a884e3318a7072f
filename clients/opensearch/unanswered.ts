import { AsyncLocalStorage } from "node:async_hooks";
import type { Failure } from "../../state/outcome.ts";

/** What a request ended in that has no answer, thrown through the client; whoever asked takes the failure and drops the error, to which the client ties the request. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** The signal of the call at work: the client has no place for one, and its own abort prints the request where DEBUG is set. */
export const callSignal = new AsyncLocalStorage<AbortSignal>();
