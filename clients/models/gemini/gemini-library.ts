let loading: Promise<typeof import("./guarded-gemini.ts")> | undefined;

/** Load the library of Gemini, not before it is asked: it takes seconds on a busy machine. Out: the same module for every call. */
export const geminiLibrary = (): Promise<typeof import("./guarded-gemini.ts")> => {
  loading ??= import("./guarded-gemini.ts");
  return loading;
};
