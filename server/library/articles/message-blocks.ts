import type { MessageBlock } from "../../../shared/contract/articles.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";

const FENCE = /`{3,}/g;
const LANGUAGE = /^[\w+#.-]{1,20}$/;

/**
 * Splits a chat message into paragraphs and code blocks. Each paragraph is parsed separately, so that a long message
 * keeps its Markdown.
 */
export function parseMessageBlocks(text: string): MessageBlock[] {
  const blocks: MessageBlock[] = [];
  let end = 0;
  for (const block of fencedBlocks(text)) {
    blocks.push(...paragraphs(text.slice(end, block.start)));
    end = block.end;
    const label = /^[^\n`]*/.exec(block.inner)?.[0] ?? "";
    const lines = block.inner.slice(label.length).replace(/^\n/, "");
    // People also write ```one line``` in chat. The apparent language is then the code itself.
    const isLabel = lines !== "" && (label.trim() === "" || LANGUAGE.test(label.trim()));
    const code = isLabel ? lines : [label, lines].filter((part) => part !== "").join("\n");
    if (code.trim() !== "") blocks.push({ form: "code", text: code, language: (isLabel && label.trim()) || null });
  }
  return [...blocks, ...paragraphs(text.slice(end))];
}

/**
 * Finds code blocks. A block begins with three or more backticks and ends at as many or more. An unclosed block ends
 * with the text. Each fence is read once.
 */
function* fencedBlocks(text: string): Generator<{ start: number; end: number; inner: string }> {
  const fences = text.matchAll(FENCE);
  for (const opening of fences) {
    const innerStart = opening.index + opening[0].length;
    const closing = fences.find(([marks]) => marks.length >= opening[0].length);
    const inner = text.slice(innerStart, closing?.index);
    yield {
      start: opening.index,
      end: closing ? closing.index + closing[0].length : text.length,
      inner: closing ? inner.replace(/\n$/, "") : inner,
    };
  }
}

function paragraphs(text: string): MessageBlock[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^\n+|\n+$/g, ""))
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => ({ form: "text", inline: parseInline(paragraph) }));
}
