import type { Inline } from "../shared/markdown/inline.ts";
import { writeInlineMarkdown } from "../shared/markdown/write-inline.ts";

/** An inline element of a page, or the place of source numbers. */
export type SentenceToken = Inline | "sources";

/** Returns a paragraph's words as Markdown, split after each run of source numbers. */
export function splitAtSources(tokens: SentenceToken[]): string[] {
  const parts: Inline[][] = [[]];
  for (const token of tokens) {
    if (token !== "sources") parts.at(-1)?.push(token);
    else if (parts.at(-1)?.length) parts.push([]);
  }
  return parts.map(toMarkdown).filter((part) => part !== "");
}

/** Replaces each run of spaces with one space, as browsers show them. */
export const collapseSpaces = (text: string) => text.replace(/[\s\u00a0]+/g, " ");

export function toMarkdown(inlines: Inline[]): string {
  return writeInlineMarkdown(joined(inlines)).normalize("NFC").trim();
}

/** Joins adjacent parts with the same marks, because platforms split text arbitrarily. */
function joined(inlines: Inline[]): Inline[] {
  const all: Inline[] = [];
  for (const inline of inlines) {
    const last = all.at(-1);
    if (inline.type === "text" && last?.type === "text") last.text = last.text + inline.text;
    else if (inline.type === "text" || inline.type === "code" || inline.type === "break") all.push({ ...inline });
    else all.push({ ...inline, children: joined(inline.children) });
  }
  return all.map((inline) => (inline.type === "text" ? { ...inline, text: collapseSpaces(inline.text) } : inline));
}
