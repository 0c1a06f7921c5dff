import type { MessageBlock } from "../../../shared/contract/articles.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";

/** Three backticks or more, a language, the lines up to the same again; a block that nobody closed goes to the end. */
const FENCED = /(`{3,})([^\n`]*)\n?([\s\S]*?)(?:\n?\1`*|$)/g;
const LANGUAGE = /^[\w+#.-]{1,20}$/;

/** A chat message as it is read: paragraphs and code blocks. Paragraphs are read one by one, so that a long message keeps its Markdown. */
export function messageBlocks(text: string): MessageBlock[] {
  const blocks: MessageBlock[] = [];
  let end = 0;
  for (const match of text.matchAll(FENCED)) {
    const [all, , label = "", lines = ""] = match;
    blocks.push(...paragraphs(text.slice(end, match.index)));
    end = match.index + all.length;
    // Chat people write ```one line``` as well: then what looks like a language is the code.
    const isLabel = lines !== "" && (label.trim() === "" || LANGUAGE.test(label.trim()));
    const code = isLabel ? lines : [label, lines].filter((part) => part !== "").join("\n");
    if (code.trim() !== "") blocks.push({ form: "code", text: code, language: (isLabel && label.trim()) || null });
  }
  return [...blocks, ...paragraphs(text.slice(end))];
}

function paragraphs(text: string): MessageBlock[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^\n+|\n+$/g, ""))
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => ({ form: "text", inline: parseInline(paragraph) }));
}
