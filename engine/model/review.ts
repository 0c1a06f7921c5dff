import { type Statement, statementsOf } from "../../shared/domain/article.ts";
import type { AcceptedArticle } from "./accept.ts";
import { askTwice, type Model, ModelGaveUp } from "./model.ts";
import type { ReviewAnswer } from "./prompts/answers.ts";
import { REVIEW } from "./prompts/prompts.ts";
import { asData, type SafeConversation, type SafeMessage } from "./safe-conversation.ts";
import { tokensOfAll } from "./split-conversation.ts";
import { estimateTokens, sharesOf } from "./tokens.ts";

const OUTPUT_TOKENS = 2_000;

/** What a second reading by the model found. */
export type Review = ReviewAnswer;

/** An article as a prompt holds it: statements numbered in reading order, from 1. */
export interface NumberedArticle {
  title: string;
  statements: { number: number; part: string; text: string; sources: number[] }[];
}

export function numbered(article: AcceptedArticle, { messages }: SafeConversation): NumberedArticle {
  const numbers = new Map(messages.map(({ externalId, number }) => [externalId, number]));
  const parts = [
    ...article.summary.map(() => "summary"),
    ...article.body.flatMap(({ role, heading, statements }) => statements.map(() => heading ?? role)),
  ];
  return {
    title: article.title ?? "",
    statements: statementsOf(article).map(({ text, sources }, place) => ({
      number: place + 1,
      part: parts[place] ?? "",
      text,
      sources: sources.flatMap((id) => numbers.get(id) ?? []),
    })),
  };
}

/** The article beside its conversation, read by the model once more. Null when it cannot be asked or its answer cannot be used. */
export async function reviewWithModel(
  model: Model,
  conversation: SafeConversation,
  article: AcceptedArticle,
): Promise<Review | null> {
  const { input, output } = sharesOf(model.contextTokens);
  const read = numbered(article, conversation);
  const messages = readableIn(input - estimateTokens(JSON.stringify(read)), conversation, read);
  if (!messages) return null;
  const problemOf = ({ wrong, verdict }: Review) => {
    if (wrong.some(({ statement }) => statement > read.statements.length))
      return "It names a statement that does not exist.";
    return verdict === "publish" && wrong.length > 0 ? "It would publish what it says is wrong." : null;
  };
  try {
    return await askTwice(model, {
      ...REVIEW,
      data: { messages: asData(messages), article: read },
      maxOutputTokens: Math.min(OUTPUT_TOKENS, output),
      problemOf,
    });
  } catch (error) {
    if (error instanceof ModelGaveUp) return null;
    throw error;
  }
}

/** The whole conversation, or of a long one what the article stands on; null when that is too much as well. */
function readableIn(
  room: number,
  { messages }: SafeConversation,
  { statements }: NumberedArticle,
): SafeMessage[] | null {
  if (tokensOfAll(messages) <= room) return messages;
  const cited = new Set(statements.flatMap(({ sources }) => sources));
  const some = messages.filter(({ number }) => cited.has(number));
  return tokensOfAll(some) <= room ? some : null;
}

/** What the review leaves to be done, for the one who writes it again; null when nothing is. */
export function toMend(review: Review, { statements }: NumberedArticle) {
  const { wrong, missing, title, reads, verdict } = review;
  if (verdict === "publish" && missing.length === 0 && title !== "bad") return null;
  const texts = new Map(statements.map(({ number, text }) => [number, text]));
  return {
    wrong: wrong.map(({ statement, why }) => ({ text: texts.get(statement) ?? "", why })),
    missing,
    title,
    reads,
  };
}

/** Without what the review found wrong; null when nothing of the body is left. */
export function withoutWrong(article: AcceptedArticle, { wrong }: Review): AcceptedArticle | null {
  const isWrong = new Set(wrong.map(({ statement }) => statement));
  let number = 0;
  const right = (statements: Statement[]) => statements.filter(() => !isWrong.has(++number));
  const summary = right(article.summary);
  const body = article.body
    .map((section) => ({ ...section, statements: right(section.statements) }))
    .filter(({ statements }) => statements.length > 0);
  const first = body.flatMap(({ statements }) => statements).find(({ form }) => form === "sentence");
  if (!first) return null;
  return { ...article, summary: summary.length > 0 ? summary : [first], body };
}

/**
 * The chance that an article is publishable as it is, by what the second reading says of it. Of office chat two readers would publish
 * 25 and 26 of the 31 that the model would publish (docs/engine.md, "LLM engine").
 */
const CHANCES = { publish: 0.85, edit: 0.6, reject: 0.2 } as const;
const NOT_READ = 0.5;
const FOR_EACH_MISSING = 0.1;
const FOR_EACH_WRONG = 0.05;

export function confidenceOf(review: Review | null): number {
  if (!review) return NOT_READ;
  const { verdict, missing, wrong, title } = review;
  const less =
    missing.length * FOR_EACH_MISSING + wrong.length * FOR_EACH_WRONG + (title === "good" ? 0 : FOR_EACH_MISSING);
  return Math.round(Math.max(0.05, CHANCES[verdict] - less) * 1_000) / 1_000;
}

/** What speaks against publishing it unread, in words a person understands. */
export function doubtsOf(review: Review | null): string[] {
  if (!review) return ["the model did not read it a second time"];
  const { verdict, missing, wrong, title } = review;
  return [
    verdict === "edit" && "the model would change it before it is published",
    verdict === "reject" && "the model would not publish it",
    missing.length > 0 && "the model misses something that was said",
    wrong.length > 0 && "the model left out what the chat does not bear out",
    title === "bad" && "the title may not be clear",
  ].filter((doubt) => doubt !== false);
}
