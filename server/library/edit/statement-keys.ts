import { createHash } from "node:crypto";
import { type ArticleText, type Statement, statementsOf } from "../../../shared/domain/article.ts";

/**
 * What each statement is called while people edit it: its own id once a person has touched it, else a hash of its words, so
 * that it keeps its name when it is written again in the same words.
 */
export function keysOf(content: ArticleText): Map<Statement, string> {
  const counts = new Map<string, number>();
  return new Map(
    statementsOf(content).map((statement) => {
      const name = statement.id ?? hashOf(statement);
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return [statement, nth === 1 ? name : `${name}.${nth}`];
    }),
  );
}

type Seen = ArticleText & { version: number; title: string; body: { heading: string | null }[] };

/** Another one once a word of the article is another: words are also erased with their message, and the version stays. */
export function editionOf(article: Seen): string {
  const { version, title, body } = article;
  const words = [version, title, body.map(({ heading }) => heading), statementsOf(article).map(({ text }) => text)];
  return createHash("sha256").update(JSON.stringify(words)).digest("base64url").slice(0, 22);
}

const hashOf = ({ form, text }: Statement) =>
  createHash("sha256").update(`${form} ${text}`).digest("base64url").slice(0, 22);
