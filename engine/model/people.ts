import type { ArticleText, Statement } from "../../shared/domain/article.ts";
import { PSEUDONYM_PATTERN } from "./safe-messages.ts";

export const replacePseudonyms = (text: string, people: ReadonlyMap<string, string>) =>
  text
    .replace(PSEUDONYM_PATTERN, (speaker) => people.get(speaker.toLowerCase()) || "a colleague")
    .replace(/^\p{Ll}/u, (letter) => (/^person \d/i.test(text) ? letter.toUpperCase() : letter));

/** Replaces 'person 2' with the person's name, and an unknown number with 'a colleague'. Leaves code unchanged. */
export function insertPeopleNames<Some extends ArticleText & { title: string }>(
  article: Some,
  people: ReadonlyMap<string, string>,
): Some {
  const named = (text: string) => replacePseudonyms(text, people);
  const allNamed = (statements: Statement[]) =>
    statements.map((statement) =>
      statement.form === "code" ? statement : { ...statement, text: named(statement.text) },
    );
  return {
    ...article,
    title: named(article.title),
    summary: allNamed(article.summary),
    body: article.body.map((section) => ({
      ...section,
      heading: section.heading && named(section.heading),
      statements: allNamed(section.statements),
    })),
  };
}
