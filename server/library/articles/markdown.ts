import type { Section, Statement } from "../../../shared/domain/article.ts";
import type { Inline } from "../../../shared/markdown/inline.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import { withDoubt } from "../retract/content-text.ts";

/**
 * The article as one Markdown document, its sources as numbered notes at the end. It says what the page shows and no more:
 * wherever it is pasted, nothing of the chat becomes a heading, an image, HTML or another link.
 */
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
    statement.form === "code"
      ? codeBlock(statement)
      : `${inlineMarkdown(parseInline(withDoubt(statement)))}${notes(statement)}`;
  const section = ({ heading, layout, statements }: Section) => {
    let step = 0;
    const lines = statements.map((statement) => {
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
  return `${[
    `# ${plain(article.title)}`,
    article.summary.map(line).join(" "),
    ...article.body.map(section),
    sources.join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n")}\n`;
}

function codeBlock({ text, language }: Statement): string {
  const fence = ticksAround(text, 3);
  return `${fence}${language ?? ""}\n${text}\n${fence}`;
}

const indent = (block: string) => block.replace(/^/gm, "   ");

function inlineMarkdown(inlines: Inline[]): string {
  const written = inlines.map((inline, index) => {
    const next = inlines[index + 1]?.type;
    return next === "link" ? writeInline(inline).replace(/!$/, "\\!") : writeInline(inline);
  });
  return written
    .join("")
    .replace(/^[ \t]+/gm, "")
    .replace(/^(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+\s*$)/gm, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, "$1\\$2");
}

function writeInline(inline: Inline): string {
  switch (inline.type) {
    case "text":
      return inline.text.replace(/[\\`*[\]<~|]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, "\\$&");
    case "code":
      return codeSpan(inline.text);
    case "break":
      return "\\\n";
    case "link":
      return `[${inlineMarkdown(inline.children)}](${inline.href.replace(/[\\<>()]/g, "\\$&")})`;
    default: {
      const mark = { strong: "**", emphasis: "*", strike: "~~" }[inline.type];
      return `${mark}${inlineMarkdown(inline.children)}${mark}`;
    }
  }
}

const plain = (text: string) => inlineMarkdown([{ type: "text", text: text.replace(/\s+/g, " ") }]);

function codeSpan(text: string): string {
  const ticks = ticksAround(text, 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

function ticksAround(text: string, atLeast: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(atLeast, longest + 1));
}
