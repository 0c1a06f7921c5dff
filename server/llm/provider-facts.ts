import type { ModelProviderFacts } from "../../shared/contract/language-model.ts";
import { estimateDollars } from "./estimate.ts";
import { findPrice } from "./models.ts";
import { needsAddress, needsKey, type Provider } from "./providers.ts";

interface ProviderText extends Pick<ModelProviderFacts, "name" | "where" | "kept" | "keyHelp"> {
  /** The approximate cost; null if the cost is computed from the suggested models. */
  cost: string | null;
}

/** Facts for choosing a provider, from the vendors' pages as of 28 November 2026. */
const FACTS: Record<Provider, ProviderText> = {
  openai: {
    name: "OpenAI",
    where: "Messages go to OpenAI in the United States, unless your project there has another region.",
    kept: "OpenAI keeps calls up to 30 days against abuse; we ask it to store nothing else.",
    cost: null,
    keyHelp: "https://platform.openai.com/api-keys",
  },
  anthropic: {
    name: "Anthropic",
    where: "Messages go to Anthropic in the United States.",
    kept: "Anthropic deletes calls within 30 days.",
    cost: null,
    keyHelp: "https://platform.claude.com/settings/keys",
  },
  google: {
    name: "Google Gemini",
    where: "Messages go to Google. Use a paid key: what a free one sends is used to improve Google's products.",
    kept: "Google keeps calls of a paid key for a limited time against abuse.",
    cost: null,
    keyHelp: "https://aistudio.google.com/apikey",
  },
  mistral: {
    name: "Mistral",
    where: "Messages go to Mistral in the European Union.",
    kept: "Mistral keeps calls up to 30 days against abuse.",
    cost: null,
    keyHelp: "https://console.mistral.ai/api-keys",
  },
  azure: {
    name: "Azure OpenAI",
    where: "Messages go to your own Azure resource, in its region.",
    kept: "As your contract with Microsoft says.",
    cost: "Microsoft's price for the deployment you name.",
    keyHelp: null,
  },
  bedrock: {
    name: "Amazon Bedrock",
    where: "Messages stay in your AWS account, in the region you name.",
    kept: "AWS stores no calls unless you switch it on.",
    cost: "Amazon's price for the model you name.",
    keyHelp: null,
  },
  vertex: {
    name: "Google Vertex AI",
    where: "Messages go to your own Google Cloud project, in the region you name.",
    kept: "As your contract with Google says.",
    cost: "Google Cloud's price for the model you name.",
    keyHelp: null,
  },
  openrouter: {
    name: "OpenRouter",
    where: "Messages go through OpenRouter to a host that agrees to keep none of them.",
    kept: "We ask for hosts that keep nothing.",
    cost: "The price of the model you choose, and OpenRouter's fee.",
    keyHelp: "https://openrouter.ai/keys",
  },
  ollama: {
    name: "Ollama",
    where: "Messages go to your own machine. Models whose name ends in -cloud are the exception.",
    kept: "Nothing leaves your network.",
    cost: "Only the power your machine takes.",
    keyHelp: null,
  },
  "openai-compatible": {
    name: "Another server",
    where: "Messages go to the address you name: vLLM, LM Studio and others that speak OpenAI's language.",
    kept: "As the people who run that server decide.",
    cost: "What the people who run that server charge.",
    keyHelp: null,
  },
};

export const listProviderFacts = (): ModelProviderFacts[] =>
  (Object.keys(FACTS) as Provider[]).map((id) => ({
    id,
    ...FACTS[id],
    cost: FACTS[id].cost ?? costOfSuggested(id),
    needsKey: needsKey(id),
    needsAddress: needsAddress(id),
    needsRegion: id === "bedrock" || id === "vertex",
    listsModels: id !== "bedrock" && id !== "vertex",
  }));

interface SuggestedModels {
  main: string;
  fast?: string;
  check?: string;
}

/** Suggested models of each provider: a strong one for writing, a small one for finding and checking. */
const SUGGESTED: Partial<Record<Provider, Required<SuggestedModels>>> = {
  openai: { main: "gpt-6.2-sol", fast: "gpt-6-luna", check: "gpt-6-luna" },
  azure: { main: "gpt-6.2-sol", fast: "gpt-6-luna", check: "gpt-6-luna" },
  anthropic: { main: "claude-sonnet-5-5", fast: "claude-haiku-5-5", check: "claude-haiku-5-5" },
  google: { main: "gemini-4-hydrogen", fast: "gemini-3.5-flash-lite", check: "gemini-3.8-flash" },
  mistral: { main: "mistral-medium", fast: "mistral-small", check: "mistral-small" },
  openrouter: { main: "openai/gpt-6.2-sol", fast: "openai/gpt-6-luna", check: "anthropic/claude-haiku" },
};

/** Finds the suggested models among the listed models, by their exact name or its beginning. Null without a main model. */
export function chooseSuggestedModels(provider: Provider, listed: readonly string[]): SuggestedModels | null {
  const find = (name: string | undefined) =>
    name && (listed.find((one) => one === name) ?? listed.find((one) => one.startsWith(name)));
  const { main, fast, check } = SUGGESTED[provider] ?? {};
  const found = {
    main: find(main) ?? (SUGGESTED[provider] ? undefined : listed[0]),
    fast: find(fast),
    check: find(check),
  };
  if (!found.main) return null;
  return { main: found.main, ...(found.fast && { fast: found.fast }), ...(found.check && { check: found.check }) };
}

const EXAMPLE_MESSAGES = 1_000;
/** The input tokens of a typical question, on which some prices depend. */
const USUAL_INPUT = 5_000;

/** Formats the cost as estimates before a run do: 'About $0.10 to $0.97 for 1,000 messages.' */
function costOfSuggested(provider: Provider): string {
  const { main = "", fast = "", check = "" } = SUGGESTED[provider] ?? {};
  const [forMain, forFast, forCheck] = [main, fast, check].map((name) => findPrice(name, USUAL_INPUT));
  if (!forMain || !forFast || !forCheck) return "The price of the model you choose.";
  const { least, most } = estimateDollars(
    { messages: EXAMPLE_MESSAGES },
    { main: forMain, fast: forFast, check: forCheck },
  );
  return `About $${least.toFixed(2)} to $${most.toFixed(2)} for 1,000 messages.`;
}
