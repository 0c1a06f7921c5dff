/** Whose language models the product can ask, by what an operator writes as LLM_PROVIDER. */
export const MODEL_PROVIDERS = [
  "openai",
  "anthropic",
  "google",
  "mistral",
  "azure",
  "bedrock",
  "vertex",
  "openrouter",
  "ollama",
  "openai-compatible",
] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** What 1,000 messages of a busy channel come to: found in windows, written up, checked. Measured on a company's chat. */
export const TOKENS_OF_1000_MESSAGES = {
  find: { input: 47_000, output: 11_000 },
  /** Of one article. */
  write: { input: 1_500, output: 600 },
  check: { input: 1_500, output: 150 },
} as const;
/** In quiet and in busy channels. */
export const ARTICLES_OF_1000_MESSAGES = { least: 15, most: 80 } as const;
/** How many conversations one trial of a model writes up at most. */
export const MOST_MATTERS = 20;
