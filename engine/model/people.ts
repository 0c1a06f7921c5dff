import type { Statement } from "../../shared/domain/article.ts";
import type { AcceptedArticle } from "./accept.ts";
import { type SafeConversation, SPEAKER } from "./safe-conversation.ts";

/** 'person 2' is said with the person's name; who did not speak is a colleague. */
export function namingPeople(article: AcceptedArticle, { people }: SafeConversation): AcceptedArticle {
  const named = (text: string) =>
    text
      .replace(SPEAKER, (speaker) => people.get(speaker.toLowerCase()) || "a colleague")
      .replace(/^\p{Ll}/u, (letter) => (/^person \d/i.test(text) ? letter.toUpperCase() : letter));
  const namedIn = (statements: Statement[]) =>
    statements.map((statement) =>
      statement.form === "code" ? statement : { ...statement, text: named(statement.text) },
    );
  return {
    ...article,
    title: article.title && named(article.title),
    summary: namedIn(article.summary),
    body: article.body.map((section) => ({
      ...section,
      heading: section.heading && named(section.heading),
      statements: namedIn(section.statements),
    })),
  };
}
