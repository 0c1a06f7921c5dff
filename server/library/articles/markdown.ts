import type { Section, Statement } from "../../../shared/domain/article.ts";
import { formatPersonEdit, type PersonEditNote } from "../../../shared/domain/person-edit.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import { chooseCodeFence, writeInlineMarkdown } from "../../../shared/markdown/write-inline.ts";
import { appendDoubtsToStatements } from "./content-text.ts";

/**
 * Renders the article as one Markdown document, with its sources as numbered notes at the end. The document contains
 * exactly the content of the page. Chat text is escaped, so that a message cannot become a heading, an image, HTML or
 * another link after the document is pasted.
 */
export function renderArticleMarkdown(article: {
  title: string;
  summary: Statement[];
  body: Section[];
  sources: { id: string; authorName: string; channelName: string; sentAt: Date; permalink: string | null }[];
  /** Notes about people's edits; their numbers follow those of the messages. */
  hands?: PersonEditNote[];
}): string {
  const hands = article.hands ?? [];
  const numbers = new Map([...article.sources, ...hands].map(({ id }, index) => [id, index + 1]));
  const notes = (statement: Statement) =>
    statement.sources.map((id) => (numbers.has(id) ? `[^${numbers.get(id)}]` : "")).join("");
  const line = (statement: Statement) =>
    statement.form === "code"
      ? codeBlock(statement)
      : `${writeInlineMarkdown(parseInline(statement.text))}${notes(statement)}`;
  const section = ({ role, heading: own, layout, statements }: Section) => {
    const heading = getHeading({ role, heading: own });
    let step = 0;
    const lines = appendDoubtsToStatements({ layout, statements }).map((statement) => {
      if (layout === "prose") return line(statement);
      if (statement.form === "code") return indent(codeBlock(statement));
      step += 1;
      return `${layout === "steps" ? `${step}.` : "-"} ${line(statement).replaceAll("\n", "\n   ")}`;
    });
    return [...(heading ? [`## ${plain(heading)}`] : []), lines.join(layout === "prose" ? "\n\n" : "\n")].join("\n\n");
  };
  const sources = article.sources.map(
    ({ authorName, channelName, sentAt, permalink }, index) =>
      `[^${index + 1}]: ${plain(authorName)} in #${plain(channelName)}, ${sentAt.toISOString().slice(0, 10)}${permalink ? `, <${permalink}>` : ""}`,
  );
  const byHand = hands.map(
    (hand, index) =>
      `[^${article.sources.length + index + 1}]: ${plain(formatPersonEdit(hand, hand.at.toISOString().slice(0, 10)))}`,
  );
  return `${[
    `# ${plain(article.title)}`,
    appendDoubtsToStatements({ layout: "prose", statements: article.summary }).map(line).join(" "),
    ...article.body.map(section),
    [...sources, ...byHand].join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

function codeBlock({ text, language }: Statement): string {
  const fence = chooseCodeFence(text, 3);
  return `${fence}${language ?? ""}\n${text}\n${fence}`;
}

const indent = (block: string) => block.replace(/^/gm, "   ");

const plain = (text: string) => writeInlineMarkdown([{ type: "text", text: text.replace(/\s+/g, " ") }]);
