import { ARTICLES_OF_1000_MESSAGES, TOKENS_OF_1000_MESSAGES } from "../../shared/domain/model-providers.ts";
import type { TokenPrice } from "./models.ts";

interface Range {
  least: number;
  most: number;
}
export interface PricesByRole {
  fast: TokenPrice;
  main: TokenPrice;
  check: TokenPrice;
}

const MILLION = 1_000_000;
/** The average seconds per call if several calls run at once. */
const SECONDS_OF_CALL = { least: 1, most: 5 };
const MESSAGES_OF_WINDOW = 90;

/** The factors of the estimated range, for chats that differ from the measured chat. */
const [LEAST, MOST] = [0.7, 1.3];

/** Turns a price into the range that contains it. */
export const toPriceRange = (dollars: number): Range => ({
  least: rounded(dollars * LEAST),
  most: rounded(dollars * MOST),
});

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** The number of messages to read, and of topics (matters) that were found and only have to be written up. */
export interface ReadingAmount {
  messages: number;
  matters?: number;
}

/**
 * Estimates the price of reading. The price of finding topics depends on the messages, that of writing and checking on the
 * articles found.
 */
export function estimateDollars({ messages, matters = 0 }: ReadingAmount, jobs: PricesByRole): Range {
  const { finding, article } = costsOf(jobs);
  const at = (articles: number, share: number) =>
    rounded(((messages / 1000) * (finding + article * articles) + matters * article) * share);
  return { least: at(ARTICLES_OF_1000_MESSAGES.least, LEAST), most: at(ARTICLES_OF_1000_MESSAGES.most, MOST) };
}

/** Returns the price of finding topics in 1,000 messages, and of writing and checking one article. */
function costsOf({ fast, main, check }: PricesByRole) {
  const costOf = (price: TokenPrice, { input, output }: { input: number; output: number }) =>
    (input * price.input + output * price.output) / MILLION;
  const { find, write, check: checking } = TOKENS_OF_1000_MESSAGES;
  return { finding: costOf(fast, find), article: costOf(main, write) + costOf(check, checking) };
}

/**
 * Estimates the price of a trial, which reads messages until it has found `matters` topics and writes an article about each.
 */
export function estimateTrial(available: number, matters: number, jobs: PricesByRole | null) {
  const needed = (perThousand: number) => Math.min(available, Math.ceil((matters / perThousand) * 1000));
  const messages = { least: needed(ARTICLES_OF_1000_MESSAGES.most), most: needed(ARTICLES_OF_1000_MESSAGES.least) };
  const found = (read: number, perThousand: number) => Math.min(matters, Math.ceil((read / 1000) * perThousand));
  const articles = {
    least: found(messages.least, ARTICLES_OF_1000_MESSAGES.least),
    most: found(messages.most, ARTICLES_OF_1000_MESSAGES.most),
  };
  const minutesOf = (end: "least" | "most") => {
    const calls = messages[end] / MESSAGES_OF_WINDOW + 2 * articles[end];
    return Math.max(1, Math.ceil((calls * SECONDS_OF_CALL[end]) / 60));
  };
  const dollarsOf = ({ finding, article }: ReturnType<typeof costsOf>, end: "least" | "most", share: number) =>
    rounded(((messages[end] / 1000) * finding + articles[end] * article) * share);
  const costs = jobs && costsOf(jobs);
  return {
    messages,
    minutes: { least: minutesOf("least"), most: minutesOf("most") },
    dollars: costs && { least: dollarsOf(costs, "least", LEAST), most: dollarsOf(costs, "most", MOST) },
  };
}

/**
 * The measured tokens of an article apply to conversations of this many messages. Each further message adds
 * `TOKENS_OF_MESSAGE`.
 */
const MESSAGES_OF_ARTICLE = 6;
const TOKENS_OF_MESSAGE = 40;

/** The number of conversations to write up, and the number of their messages. */
export interface WritingAmount {
  articles: number;
  messages: number;
}

const tokensBeyondUsual = ({ articles, messages }: WritingAmount) =>
  Math.max(0, messages - articles * MESSAGES_OF_ARTICLE) * TOKENS_OF_MESSAGE;

/** Estimates the price of writing up conversations with this many messages. */
export function estimateWritingDollars(
  amount: WritingAmount,
  { main, check }: Pick<PricesByRole, "main" | "check">,
): number {
  const { articles } = amount;
  const { write, check: checking } = TOKENS_OF_1000_MESSAGES;
  const longer = tokensBeyondUsual(amount);
  const writing = (articles * write.input + longer) * main.input + articles * write.output * main.output;
  const checked = (articles * checking.input + longer) * check.input + articles * checking.output * check.output;
  return (writing + checked) / MILLION;
}

/**
 * Estimates the price of writing these conversations up again. The minimum is for a model that finds nothing new, whose short
 * answer is not checked.
 */
export function estimateRewritingDollars(amount: WritingAmount, jobs: Pick<PricesByRole, "main" | "check">): Range {
  const asking = (amount.articles * TOKENS_OF_1000_MESSAGES.write.input + tokensBeyondUsual(amount)) * jobs.main.input;
  return { least: rounded((asking * LEAST) / MILLION), most: rounded(estimateWritingDollars(amount, jobs) * MOST) };
}

/** Estimates the number of model calls. */
export function estimateCalls({ messages, matters = 0 }: ReadingAmount): Range {
  const calls = (articles: number) =>
    Math.ceil(messages / MESSAGES_OF_WINDOW + 2 * (articles * (messages / 1000) + matters));
  return { least: calls(ARTICLES_OF_1000_MESSAGES.least), most: calls(ARTICLES_OF_1000_MESSAGES.most) };
}

export function estimateMinutes(reading: ReadingAmount): Range {
  const calls = estimateCalls(reading);
  const minutes = (end: "least" | "most") => Math.max(1, Math.ceil((calls[end] * SECONDS_OF_CALL[end]) / 60));
  return { least: minutes("least"), most: minutes("most") };
}

/** Estimates the largest possible number of tokens. */
export function estimateMostTokens({ messages, matters = 0 }: ReadingAmount): number {
  const { find, write, check } = TOKENS_OF_1000_MESSAGES;
  const of = ({ input, output }: { input: number; output: number }) => input + output;
  const articles = (messages / 1000) * ARTICLES_OF_1000_MESSAGES.most + matters;
  return Math.ceil(((messages / 1000) * of(find) + articles * (of(write) + of(check))) * MOST);
}
