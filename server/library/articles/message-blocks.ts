import type { MessageBlock } from "../../../shared/contract/articles.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";

const FENCE = /`{3,}/g;
const LANGUAGE = /^[\w+#.-]{1,20}$/;

/** A chat message as it is read: paragraphs and code blocks. Paragraphs are read one by one, so that a long message keeps its Markdown. */
export function messageBlocks(text: string): MessageBlock[] {
  const blocks: MessageBlock[] = [];
  let end = 0;
  for (const block of fencedBlocks(text)) {
    blocks.push(...paragraphs(text.slice(end, block.start)));
    end = block.end;
    const label = /^[^\n`]*/.exec(block.inner)?.[0] ?? "";
    const lines = block.inner.slice(label.length).replace(/^\n/, "");
    // Chat people write ```one line``` as well: then what looks like a language is the code.
    const isLabel = lines !== "" && (label.trim() === "" || LANGUAGE.test(label.trim()));
    const code = isLabel ? lines : [label, lines].filter((part) => part !== "").join("\n");
    if (code.trim() !== "") blocks.push({ form: "code", text: code, language: (isLabel && label.trim()) || null });
  }
  return [...blocks, ...paragraphs(text.slice(end))];
}

/** From three backticks or more up to at least as many again; a block that nobody closed goes to the end. Each mark is looked at once. */
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
