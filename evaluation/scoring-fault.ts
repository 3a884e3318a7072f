/**
 * A file that cannot be scored: what a person must repair in it. Bugs throw other errors.
 */
export class ScoringFault extends Error {
  override readonly name = "ScoringFault";
}
