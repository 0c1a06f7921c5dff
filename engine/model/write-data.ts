import { listStatements } from "../../shared/domain/article.ts";
import type { KnownArticle, WritingInput } from "../contract.ts";
import { redactText } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import type { SafeMessage, SafeMessages } from "./safe-messages.ts";
import { estimateTokens } from "./tokens.ts";

/** The share of tokens for the beginning of a conversation that is too long to be sent completely. */
const BEGINNING = 0.3;

export const toPlainText = (text: string) => redactText(cleanText(text)).text;

export function buildKnownArticleData(
  { title, asOf, isPage, ...said }: KnownArticle,
  place: number,
  { safely }: SafeMessages,
) {
  return {
    number: place + 1,
    title: safely(title),
    ...(isPage && { page: true }),
    ...(asOf && { asOf: asOf.toISOString().slice(0, 10) }),
    statements: listStatements(said).map(({ text }, at) => ({ number: at + 1, text: safely(text) })),
  };
}

export const buildStyleData = ({ style, glossary, examples, language, categories, knownTags }: WritingInput) => ({
  ...(language && { language }),
  ...(style && { style }),
  ...(glossary.length > 0 && { glossary }),
  ...(examples.length > 0 && { examples }),
  categories,
  tags: knownTags,
});

/** Returns all messages if they fit into `room` tokens; otherwise the conversation's beginning and end. */
export function cutToTokenLimit(messages: SafeMessage[], room: number): SafeMessage[] {
  const tokensOf = ({ text }: SafeMessage) => estimateTokens(text) + 24;
  if (messages.reduce((sum, message) => sum + tokensOf(message), 0) <= room) return messages;
  const take = (from: SafeMessage[], most: number) => {
    let left = most;
    return from.filter((message) => (left -= tokensOf(message)) >= 0);
  };
  const start = take(messages, room * BEGINNING);
  const end = take(messages.slice(start.length).reverse(), room * (1 - BEGINNING)).reverse();
  return [...start, ...end];
}
