import { type ArticleText, isEmptyStatement, listStatements, type Statement } from "../../shared/domain/article.ts";
import type { ChatMessage } from "../../shared/domain/chat.ts";

/** An asker who writes more lines is describing a case of their own. */
const MOST_OF_ASKER = 3;
const ASKING: readonly string[] = ["question", "symptom"];

/**
 * Whether the excerpt consists of one question with one person's answer, or of one person's explanation. Any other
 * excerpt (several helpers, a long story by the asker, possible errors) needs a person who sorts it out.
 */
export function isPlainDialogue(article: ArticleText, messages: ChatMessage[]): boolean {
  const { summary, body } = article;
  if (listStatements(article).some(({ text, correctedBy }) => correctedBy !== undefined || isEmptyStatement(text)))
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
