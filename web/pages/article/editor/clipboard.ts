import { Fragment, type Node, Slice } from "prosemirror-model";
import type { Inline } from "../../../../shared/markdown/inline.ts";
import { chooseCodeFence } from "../../../../shared/markdown/write-inline.ts";
import { createRandomId } from "../../../lib/random-id.ts";
import { type EditBlock, type EditValue } from "./edit-value.ts";
import { createNode, editorSchema, readBlocks } from "./schema.ts";

/** Until the Markdown parser is loaded, text is pasted unchanged. */
let readInline = (text: string): Inline[] => [{ type: "text", text }];
export async function loadMarkdown(): Promise<void> {
  readInline = (await import("../../../../shared/markdown/parse-inline.ts")).parseInline;
}

const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;
const ENTRY = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(.+)$/;
const FENCE = /^\s*(`{3,}|~{3,})\s*([\w+#.-]*)\s*$/;

/** Converts Markdown to blocks: each list line and each paragraph becomes a sentence. */
export function parseMarkdownBlocks(markdown: string): EditBlock[] {
  const blocks: EditBlock[] = [];
  const lines = markdown.replace(/\r\n?/g, "\n").split("\n");
  let paragraph: string[] = [];
  const own = () => ({ id: createRandomId(), key: null, from: [] });
  const say = (text: string) => {
    if (text.trim()) blocks.push({ form: "sentence", ...own(), text, inline: readInline(text.trim()) });
  };
  const end = () => {
    say(paragraph.join(" "));
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, fence, language] = FENCE.exec(line) ?? [];
    if (fence) {
      end();
      const close = lines.findIndex((other, index) => index > at && other.trim() === fence);
      const code = lines.slice(at + 1, close === -1 ? undefined : close).join("\n");
      blocks.push({ form: "code", ...own(), text: code, language: language || null });
      at = close === -1 ? lines.length : close;
      continue;
    }
    const [, heading] = HEADING.exec(line) ?? [];
    const [, entry] = ENTRY.exec(line) ?? [];
    if (heading || entry || line.trim() === "") end();
    if (heading) blocks.push({ form: "head", id: createRandomId(), text: heading, role: "note", layout: "prose" });
    else if (entry) say(entry);
    else if (line.trim() !== "") paragraph.push(line.trim());
  }
  end();
  return blocks;
}

export function createSlice(text: string): Slice {
  const children = parseMarkdownBlocks(text).map(createNode);
  return new Slice(Fragment.from(children), children.length > 0 ? 1 : 0, children.length > 0 ? 1 : 0);
}

export function renderSlice({ content }: Slice): string {
  if (!content.firstChild?.isBlock) return content.textBetween(0, content.size, "\n", "\n");
  return renderBlocks(readBlocks(editorSchema.nodes.doc.create(null, content as Fragment & Node[]), new Map()));
}

export function renderBlocks(blocks: EditValue["blocks"]): string {
  return blocks
    .map((block) => {
      if (block.form === "head") return `## ${block.text}`;
      if (block.form === "sentence") return block.text;
      const fence = chooseCodeFence(block.text, 3);
      return `${fence}${block.language ?? ""}\n${block.text}\n${fence}`;
    })
    .join("\n\n");
}
