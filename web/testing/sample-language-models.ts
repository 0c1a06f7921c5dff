import type { LanguageModelSettings, ModelProviderFacts, ModelTest } from "../../shared/contract/language-model.ts";

const noCaps = { day: 5, month: null, own: { day: null, month: null } };

export const noModel: LanguageModelSettings = {
  source: "none",
  ownKeys: { allowed: true, whyNot: null },
  provider: null,
  address: null,
  region: null,
  keyLast4: null,
  models: null,
  testedAt: null,
  caps: noCaps,
  spent: { day: 0, month: 0, tokensToday: 0 },
  almostSpent: [],
  neverToModel: [],
  pricesAsOf: "2026-11-28",
};

const sonnet = { name: "claude-sonnet-5-5", contextTokens: 1_000_000, price: { input: 3, output: 15 } };
const haiku = { name: "claude-haiku-5-5", contextTokens: 400_000, price: { input: 0.8, output: 4 } };

export const ownModel: LanguageModelSettings = {
  ...noModel,
  source: "workspace",
  provider: "anthropic",
  address: null,
  keyLast4: "q7Rw",
  models: { main: sonnet, fast: haiku, check: haiku, fallback: null },
  testedAt: "2026-11-28T18:00:00.000Z",
  caps: { day: 5, month: 40, own: { day: null, month: 40 } },
  spent: { day: 1.237, month: 34.2, tokensToday: 812_000 },
  almostSpent: ["month"],
};

export const operatorsModel: LanguageModelSettings = {
  ...ownModel,
  source: "operator",
  provider: "openai-compatible",
  address: "http://models.acme.local:8000",
  keyLast4: null,
  testedAt: null,
};

const provider = (id: ModelProviderFacts["id"], name: string, more: Partial<ModelProviderFacts> = {}) => ({
  id,
  name,
  where: `Messages go to ${name} in the United States.`,
  kept: `${name} deletes calls within 30 days.`,
  cost: "About $0.10 to $0.97 for 1,000 messages.",
  needsKey: true,
  needsAddress: false,
  needsRegion: false,
  keyHelp: "https://keys.example.com",
  listsModels: true,
  ...more,
});

export const providers: ModelProviderFacts[] = [
  provider("openai", "OpenAI"),
  provider("anthropic", "Anthropic"),
  provider("google", "Google Gemini"),
  provider("mistral", "Mistral"),
  provider("openrouter", "OpenRouter"),
  provider("azure", "Azure OpenAI", { needsAddress: true, keyHelp: null }),
  provider("bedrock", "Amazon Bedrock", { needsRegion: true, listsModels: false, keyHelp: null }),
  provider("vertex", "Google Vertex AI", { needsRegion: true, listsModels: false, keyHelp: null }),
  provider("ollama", "Ollama", {
    where: "Messages go to your own machine.",
    kept: "Nothing leaves your network.",
    cost: "Only the power your machine takes.",
    needsKey: false,
    keyHelp: null,
  }),
  provider("openai-compatible", "Another server", { needsKey: false, needsAddress: true, keyHelp: null }),
];

export const listedModels = {
  models: [
    { ...haiku, size: "small" as const },
    { ...sonnet, size: "mid" as const },
    { name: "claude-next-preview", contextTokens: null, price: null, size: null },
  ],
  suggested: { main: sonnet.name, fast: haiku.name, check: haiku.name },
  problem: null,
};

const purposes = [
  ["find", "Find", haiku.name, "Restart the export worker after a deployment", 1.2, 0.0004],
  [
    "write",
    "Write",
    sonnet.name,
    "Run `systemctl restart export-worker` on the jump host. · Never restart it between 22:00 and 23:00.",
    3.4,
    0.0061,
  ],
  ["check", "Check", haiku.name, "supported: yes · supported: no · It takes about 2 minutes.", 0.9, 0.0003],
] as const;

export const passedModelTest: ModelTest = {
  works: true,
  sample: [
    { by: "person 1", text: "How do I restart the export worker after a deployment? It is stuck again." },
    { by: "person 2", text: "Run `systemctl restart export-worker` on the jump host." },
  ],
  purposes: purposes.map(([purpose, label, model, message, seconds, dollars]) => ({
    purpose,
    label,
    model,
    works: true,
    message,
    seconds,
    tokens: 900,
    dollars,
  })),
  dollars: 0.0068,
};

/** The first purpose fails with this sentence. */
export const buildFailedTest = (message: string): ModelTest => ({
  ...passedModelTest,
  works: false,
  purposes: passedModelTest.purposes.slice(0, 1).map((purpose) => ({ ...purpose, works: false, message })),
  dollars: 0,
});

export const estimate = {
  messages: 3_400,
  calls: { least: 140, most: 582 },
  minutes: { least: 4, most: 12 },
  dollars: { least: 0.25, most: 0.6 },
  model: sonnet.name,
  suggested: null,
};

export const repeatPrice = {
  messages: 6,
  calls: { least: 6, most: 6 },
  minutes: { least: 1, most: 1 },
  dollars: { least: 0.03, most: 0.06 },
};

export const noEstimate = {
  ...estimate,
  dollars: null,
  model: null,
  suggested: { model: sonnet.name, dollars: { least: 0.25, most: 0.6 } },
};

export const nothingSpent = {
  days: 30,
  total: { calls: 0, tokens: 0, dollars: 0 },
  byDay: [],
  byPurpose: [],
  byChannel: [],
  byArticle: [],
  byModel: [],
};

const spentOn = (id: string | null, name: string, dollars: number) => ({
  id,
  name,
  calls: 40,
  tokens: 52_000,
  dollars,
});
export const spending = {
  days: 30,
  total: { calls: 120, tokens: 156_000, dollars: 1.5 },
  byDay: [
    { day: "2026-11-26", dollars: 0.5 },
    { day: "2026-11-27", dollars: 1 },
  ],
  byPurpose: [spentOn(null, "Write", 1.2), spentOn(null, "Find", 0.3)],
  byChannel: [spentOn("00000000-0000-7000-8000-000000000031", "platform-help", 1.5)],
  byArticle: [spentOn("00000000-0000-7000-8000-000000000041", "Restart the export worker", 0.0021)],
  byModel: [spentOn(null, sonnet.name, 1.2), spentOn(null, haiku.name, 0.3)],
};

export const RUN_ID = "00000000-0000-7000-8000-000000000071";
export const noExcerpts = {
  count: 0,
  messages: 0,
  minutes: { least: 1, most: 1 },
  model: null,
  dollars: null,
  suggested: null,
  undo: null,
};
const THIRTY_SEVEN = { count: 37, messages: 152, minutes: { least: 2, most: 7 } };
/** Articles made of unchanged chat sentences, with and without a model that could rewrite them. */
export const excerpts = { ...noExcerpts, ...THIRTY_SEVEN, model: sonnet.name, dollars: 0.5291 };
export const excerptsWithoutModel = {
  ...noExcerpts,
  ...THIRTY_SEVEN,
  suggested: { model: sonnet.name, dollars: 0.5291 },
};
/** All excerpts were rewritten except two that a person edited. */
export const excerptsWritten = { ...noExcerpts, model: sonnet.name, undo: { runId: RUN_ID, count: 35 } };

export const noWriting = { style: null, language: null, glossary: [], suggestions: [] };
export const writingSuggestion = {
  id: "k3xq",
  kind: "word" as const,
  from: "notebook",
  to: "laptop",
  sentence: 'Write "laptop" instead of "notebook".',
  articles: 4,
  edits: 6,
};
export const writingExamples = {
  examples: [
    { id: "00000000-0000-7000-8000-000000000041", title: "Restart the export worker", kind: "howto" as const },
  ],
  model: sonnet.name,
  dollars: 0.0143,
};
export const writingPreview = {
  before: {
    title: "Restart the export worker",
    summary: "The worker can be restarted.",
    sections: [{ heading: "Steps", text: "It should be restarted with the scheduler." }],
  },
  after: {
    title: "Restart the export worker",
    summary: "You restart the worker with the scheduler.",
    sections: [{ heading: null, text: "Open the scheduler. Restart the worker." }],
  },
};

export const emptyModelBacklog = {
  conversations: 0,
  messages: 0,
  reason: null,
  sentence: null,
  until: null,
  channels: [],
  continueNow: null,
  whyNotNow: null,
};
/** The day's spending limit is reached, and an owner may raise it. */
export const waitingModelBacklog = {
  ...emptyModelBacklog,
  conversations: 12,
  messages: 340,
  reason: "cap" as const,
  sentence: "Today's 5 US dollars are spent.",
  until: "2026-11-29T00:00:00.000Z",
  continueNow: { dollars: { least: 0.15, most: 0.4 }, minutes: { least: 2, most: 6 } },
};
export const rereadingOffer = {
  model: sonnet.name,
  conversations: 1_204,
  messages: 3_400,
  dollars: { least: 0.25, most: 0.6 },
  minutes: { least: 4, most: 12 },
  asked: 0,
};
export const noRereadingOffer = { ...rereadingOffer, conversations: 0, messages: 0 };
