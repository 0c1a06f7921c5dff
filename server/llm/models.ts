/**
 * The day of the prices below, which are the vendors' public prices. The operator's settings override these prices; a model
 * without an entry works without a price.
 */
export const PRICES_AS_OF = "2026-11-28";

/** Prices in US dollars for a million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
  /** The price of input tokens read from the provider's cache. */
  cachedInput: number;
  /** The price of input tokens written to the provider's cache. */
  cacheWrite: number;
}

export interface KnownModel {
  size: "small" | "mid" | "large";
  contextTokens: number;
  maxOutputTokens: number;
  /** The first matching price applies: `before` a day, for questions up to `upTo` tokens. */
  prices: (TokenPrice & { before?: string; upTo?: number })[];
}

const price = (input: number, output: number, cachedInput = input, cacheWrite = input) => ({
  input,
  output,
  cachedInput,
  cacheWrite,
});
const M = 1_000_000;

/** For larger questions, in tokens, OpenAI charges a higher price for all tokens. */
const GPT_LONG = 272_000;
const gpt = (input: number, output: number, cached: number, write: number) => [
  { ...price(input, output, cached, write), upTo: GPT_LONG },
  price(input * 2, output * 1.5, cached * 2, write * 2),
];

/** Known models by the beginning of their name. The longest match applies, so that names with a date are found too. */
const KNOWN: Record<string, KnownModel> = {
  "gpt-6-luna": model("small", 1.05 * M, 128_000, gpt(0.1, 0.5, 0.01, 0.125)),
  "gpt-6.1-terra": model("small", 1.05 * M, 128_000, gpt(1, 5, 1, 1.25)),
  "gpt-6.2-sol": model("mid", 1.05 * M, 128_000, gpt(2, 10, 0.1, 2.5)),
  "gpt-6.2-astra": model("large", 1.05 * M, 128_000, gpt(8, 40, 0.4, 10)),
  "claude-haiku-5-5": model("small", M, 128_000, [
    { ...price(0.1, 0.5, 0.01, 0.125), upTo: 100_000 },
    price(0.5, 2.5, 0.05, 0.625),
  ]),
  "claude-sonnet-5-5": model("mid", M, 128_000, [price(2, 10, 0.1, 2.5)]),
  "claude-opus-5-5": model("large", M, 128_000, [price(4, 20, 0.2, 5)]),
  "claude-fable-5-2": model("large", M, 128_000, [price(8, 40, 8, 10)]),
  "gemini-3.5-flash-lite": model("small", 1_048_576, 65_536, [price(0.3, 2.5, 0.03)]),
  "gemini-3.8-flash": model("small", 1_048_576, 65_536, [
    { ...price(0.75, 3.75, 0.075), before: "2027-01-01" },
    price(1.5, 7.5, 0.15),
  ]),
  "gemini-4-hydrogen": model("mid", M, 65_536, [price(1.5, 7.5, 0.075)]),
  "gemini-4-argon": model("large", M, 65_536, [{ ...price(2, 10, 0.1), before: "2026-12-01" }, price(4, 20, 0.2)]),
  "gemini-4-carbon": model("large", M, 65_536, [{ ...price(2, 10, 0.1), before: "2026-12-01" }, price(4, 20, 0.2)]),
  "gemini-4-neon": model("large", M, 65_536, [price(3, 15, 0.15)]),
  "mistral-small": model("small", 256_000, 32_000, [price(0.15, 0.6, 0.015)]),
  "mistral-medium": model("mid", 256_000, 32_000, [price(1.5, 7.5, 0.15)]),
  "mistral-large": model("large", 256_000, 32_000, [price(0.5, 1.5, 0.05)]),
};

function model(
  size: KnownModel["size"],
  contextTokens: number,
  maxOutputTokens: number,
  prices: KnownModel["prices"],
): KnownModel {
  return { size, contextTokens, maxOutputTokens, prices };
}

/** Returns the name without OpenRouter's vendor prefix, Bedrock's region and vendor, and Vertex's version. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/^.*\//, "")
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|mistral|openai)\./, "");

export function findKnownModel(name: string): KnownModel | null {
  const plain = plainName(name);
  const found = Object.keys(KNOWN)
    .filter((known) => plain.startsWith(known))
    .sort((a, b) => b.length - a.length)[0];
  return (found && KNOWN[found]) || null;
}

/** Finds the price for a question with this many tokens on this day; null if unknown. */
export function findPrice(name: string, inputTokens: number, at = new Date()): TokenPrice | null {
  const day = at.toISOString().slice(0, 10);
  const prices = findKnownModel(name)?.prices ?? [];
  return (
    prices.find(
      ({ before, upTo }) => (before === undefined || day < before) && (upTo === undefined || inputTokens <= upTo),
    ) ?? null
  );
}

/** Parses `LLM_PRICES`: comma-separated 'name=input/output' or 'name=input/output/cached'. */
export function parsePrices(entries: readonly string[]): Map<string, TokenPrice> {
  return new Map(
    entries.map((entry) => {
      const [name = "", amounts = ""] = entry.split("=");
      const [input = 0, output = 0, cached = input] = amounts.split("/").map(Number);
      return [name, price(input, output, cached)];
    }),
  );
}
