/** The providers of language models that the product supports, by their name in LLM_PROVIDER. */
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

/** Tokens for 1,000 messages of a busy channel, by step: finding, writing, checking. Measured on a company's chat. */
export const TOKENS_OF_1000_MESSAGES = {
  find: { input: 47_000, output: 11_000 },
  /** The tokens of writing one article. */
  write: { input: 1_500, output: 600 },
  check: { input: 1_500, output: 150 },
} as const;
/** The number of articles from 1,000 messages: `least` in quiet channels, `most` in busy ones. */
export const ARTICLES_OF_1000_MESSAGES = { least: 15, most: 80 } as const;
/** The most conversations that one trial of a model writes as articles. */
export const MAX_TRIAL_MATTERS = 20;
