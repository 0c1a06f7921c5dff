import { type ArticleText, type Statement, statementsOf, statesNothing } from "../../shared/domain/article.ts";
import type { ChatMessage } from "../../shared/domain/chat.ts";

/** More lines by the person who asked tell their own case. */
const MOST_OF_ASKER = 3;
const ASKING: readonly string[] = ["question", "symptom"];

/**
 * Whether an excerpt reads as one question and one person's answer, or as what one person tells. Where several people explain,
 * where the person who asked goes on to tell their case, and where something may be wrong, a reader has to sort it out.
 */
export function isPlainDialogue(article: ArticleText, messages: ChatMessage[]): boolean {
  const { summary, body } = article;
  if (statementsOf(article).some(({ text, correctedBy }) => correctedBy !== undefined || statesNothing(text)))
    return false;
  const authors = new Map(messages.map(({ externalId, author }) => [externalId, author.externalId]));
  const authorOf = ({ sources }: Statement) => authors.get(sources[0] ?? "");
  const begins = body.findIndex(({ role }) => !ASKING.includes(role));
  const [opening, rest] = begins === -1 ? [body, []] : [body.slice(0, begins), body.slice(begins)];
  const asker = opening[0]?.statements[0] && authorOf(opening[0].statements[0]);
  const told = [...summary, ...rest.filter(({ role }) => role !== "question").flatMap(({ statements }) => statements)];
  const explainers = new Set(told.map(authorOf));
  explainers.delete(asker);
  const byAsker = told.filter((statement) => authorOf(statement) === asker).length;
  return explainers.size === 1 && byAsker <= MOST_OF_ASKER;
}
