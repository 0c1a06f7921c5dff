import { ARTICLES_OF_1000_MESSAGES, TOKENS_OF_1000_MESSAGES } from "../../shared/domain/model-providers.ts";
import type { Price } from "./models.ts";

interface Range {
  least: number;
  most: number;
}
export interface PriceOfJobs {
  fast: Price;
  main: Price;
  check: Price;
}

const MILLION = 1_000_000;
/** Of a call, with several under way at once. */
const SECONDS_OF_CALL = { least: 1, most: 5 };
const MESSAGES_OF_WINDOW = 90;

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

/** What reading so many messages costs: finding grows with the messages, writing and checking with what is found. */
export function estimateDollars(messages: number, { fast, main, check }: PriceOfJobs): Range {
  const costOf = (price: Price, { input, output }: { input: number; output: number }) =>
    (input * price.input + output * price.output) / MILLION;
  const { find, write, check: checking } = TOKENS_OF_1000_MESSAGES;
  const article = costOf(main, write) + costOf(check, checking);
  const at = (articles: number, share: number) =>
    rounded((messages / 1000) * (costOf(fast, find) * share + article * articles * share));
  return { least: at(ARTICLES_OF_1000_MESSAGES.least, 0.7), most: at(ARTICLES_OF_1000_MESSAGES.most, 1.3) };
}

export function estimateMinutes(messages: number): Range {
  const calls = (articles: number) => messages / MESSAGES_OF_WINDOW + 2 * articles * (messages / 1000);
  const minutes = (articles: number, seconds: number) => Math.max(1, Math.ceil((calls(articles) * seconds) / 60));
  return {
    least: minutes(ARTICLES_OF_1000_MESSAGES.least, SECONDS_OF_CALL.least),
    most: minutes(ARTICLES_OF_1000_MESSAGES.most, SECONDS_OF_CALL.most),
  };
}
