let loading: Promise<typeof import("@langchain/openai")> | undefined;

/**
 * Load the library of OpenAI-compatible models, not before a server is asked: it takes seconds on a busy machine.
 *
 * Out: the same module for every call; asking Node for it each time costs more than a request.
 */
export const chatLibrary = (): Promise<typeof import("@langchain/openai")> => {
  loading ??= import("@langchain/openai");
  return loading;
};
