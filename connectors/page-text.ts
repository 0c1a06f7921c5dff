import type { PageText } from "./knowledge-target.ts";
import { collapseSpaces, type SentenceToken, splitAtSources } from "./sentence-parts.ts";

/** HTML tags that have an equivalent mark in Markdown. */
export const MARK_OF_TAG: Record<string, "strong" | "emphasis" | "strike"> = {
  strong: "strong",
  b: "strong",
  em: "emphasis",
  i: "emphasis",
  del: "strike",
  s: "strike",
  strike: "strike",
};

/** Thrown while reading a block that contains more than text. Only people may edit this block. */
export class NotOnlyText extends Error {}

/** Returns the result of `read`; null if `read` finds more than text. */
export function readIfOnlyText(read: () => PageText[]): PageText[] | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotOnlyText) return null;
    throw error;
  }
}

export function toHeadingText(plain: string): PageText[] {
  const text = collapseSpaces(plain).trim();
  return text ? [{ kind: "heading", text }] : [];
}

/** Returns the texts of the blocks among an element's children, and of the inline text between blocks. */
export function collectTexts<Node, Block extends Node>(
  nodes: Node[],
  {
    isBlock,
    words,
    block,
  }: {
    isBlock: (node: Node) => node is Block;
    words: (nodes: Node[]) => PageText[];
    block: (node: Block) => PageText[];
  },
): PageText[] {
  const texts: PageText[] = [];
  let loose: Node[] = [];
  for (const node of nodes) {
    if (isBlock(node)) {
      texts.push(...words(loose), ...block(node));
      loose = [];
    } else loose.push(node);
  }
  return [...texts, ...words(loose)];
}

export function toPageTexts(tokens: SentenceToken[], isEntry: boolean): PageText[] {
  const parts = splitAtSources(tokens);
  return parts.length > 0 ? [{ kind: "words", parts, isEntry }] : [];
}
