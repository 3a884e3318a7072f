import { z } from "zod";

/** `paper` reproduces the papers' behaviour exactly; `best` is what we measured to be better. A profile never chooses models. */
export const Profile = z.enum(["paper", "best"]);
export type Profile = z.infer<typeof Profile>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Make a settings schema whose defaults are those of profile `best`, and of `paper` where the caller asks for that profile.
 *
 * In: shape (every setting with default, unit and source), paper (the settings in which the papers differ).
 * Out: a strict object schema; a given setting always wins over the profile's.
 */
export const profiled = <Shape extends z.ZodRawShape>(shape: Shape, paper: Partial<z.infer<z.ZodObject<Shape>>>) => {
  const settings = z.strictObject({
    profile: Profile.default("best").describe(
      "paper: as published; best: what we measured to be better. Chooses settings, never models.",
    ),
    ...shape,
  });
  return z
    .preprocess((given) => (isRecord(given) && given.profile === "paper" ? { ...paper, ...given } : given), settings)
    .prefault({});
};
