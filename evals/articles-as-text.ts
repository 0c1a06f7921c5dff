import type { WrittenArticle } from "../shared/domain/article.ts";
import type { Conversation } from "../shared/domain/chat.ts";

/** An article as plain lines, to be read by a person. */
export function articleText(article: WrittenArticle): string {
  const lines = [`TITLE   ${article.title}`, `SUMMARY ${article.summary.map((item) => item.text).join(" ")}`];
  for (const section of article.body) {
    lines.push(`[${section.heading ?? section.role}]`);
    for (const item of section.statements)
      lines.push(
        item.form === "code"
          ? item.text.replace(/^/gm, "    | ")
          : ` ${section.layout === "prose" ? "" : "- "}${item.text}`,
      );
  }
  return lines.join("\n");
}

export function conversationText(conversation: Conversation, longest = 700): string {
  return conversation.messages.map(({ author, text }) => `    ${author.name}: ${text.slice(0, longest)}`).join("\n");
}
