import { createHash } from "node:crypto";
import { type ArticleText, listStatements, type Statement } from "../../../shared/domain/article.ts";

/**
 * The key of each statement while people edit: its own id once a person has touched it, else a hash of its text, so
 * that it keeps its key when it is rewritten with the same text.
 */
export function computeStatementKeys(content: ArticleText): Map<Statement, string> {
  const counts = new Map<string, number>();
  return new Map(
    listStatements(content).map((statement) => {
      const name = statement.id ?? hashOf(statement);
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return [statement, nth === 1 ? name : `${name}.${nth}`];
    }),
  );
}

type EditedText = ArticleText & { version: number; title: string; body: { heading: string | null }[] };

/** Changes with every word of the article: erasing a message changes text without changing the version. */
export function computeEdition(article: EditedText): string {
  const { version, title, body } = article;
  const words = [version, title, body.map(({ heading }) => heading), listStatements(article).map(({ text }) => text)];
  return createHash("sha256").update(JSON.stringify(words)).digest("base64url").slice(0, 22);
}

const hashOf = ({ form, text }: Statement) =>
  createHash("sha256").update(`${form} ${text}`).digest("base64url").slice(0, 22);
