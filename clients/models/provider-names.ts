/** Providers that a model name may begin with. */
export const PROVIDERS = ["extractive", "vllm", "openai", "gemini", "replay"] as const;
export type ProviderName = (typeof PROVIDERS)[number];
