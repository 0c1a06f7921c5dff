import type { Section, Statement } from "../../../shared/domain/article.ts";

/** The article as one Markdown document, its sources as numbered notes at the end. */
export function articleMarkdown(article: {
  title: string;
  summary: Statement[];
  body: Section[];
  sources: { id: string; authorName: string; channelName: string; sentAt: Date; permalink: string | null }[];
}): string {
  const numbers = new Map(article.sources.map(({ id }, index) => [id, index + 1]));
  const notes = (statement: Statement) =>
    statement.sources.map((id) => (numbers.has(id) ? `[^${numbers.get(id)}]` : "")).join("");
  const line = (statement: Statement) =>
    statement.form === "code" ? codeBlock(statement) : `${statement.text}${notes(statement)}`;
  const section = ({ heading, layout, statements }: Section) => {
    let step = 0;
    const lines = statements.map((statement) => {
      if (layout === "prose") return line(statement);
      if (statement.form === "code") return indent(codeBlock(statement));
      step += 1;
      return `${layout === "steps" ? `${step}.` : "-"} ${line(statement)}`;
    });
    return [...(heading ? [`## ${heading}`] : []), lines.join(layout === "prose" ? "\n\n" : "\n")].join("\n\n");
  };
  const sources = article.sources.map(
    ({ authorName, channelName, sentAt, permalink }, index) =>
      `[^${index + 1}]: ${authorName} in #${channelName}, ${sentAt.toISOString().slice(0, 10)}${permalink ? `, <${permalink}>` : ""}`,
  );
  return `${[
    `# ${article.title}`,
    article.summary.map(line).join(" "),
    ...article.body.map(section),
    sources.join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

function codeBlock({ text, language }: Statement): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language ?? ""}\n${text}\n${fence}`;
}

const indent = (block: string) => block.replace(/^/gm, "   ");
