import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageText } from "../knowledge-target.ts";
import { NotOnlyText, readIfOnlyText, toHeadingText, toPageTexts } from "../page-text.ts";
import type { SentenceToken } from "../sentence-parts.ts";
import type { MarkdownBlock } from "./blocks.ts";
import { type MarkdownNode, parseMarkdown } from "./parse.ts";

/** The source numbers that Lorekeep writes: '[1]' behind a space. */
const SOURCE_NUMBER = /^\[\d+\]$/;
const MARKS: Record<string, "strong" | "emphasis" | "strike"> = {
  strong: "strong",
  emphasis: "emphasis",
  delete: "strike",
};

/** The visible text of a block; null when it contains more than text. */
export function readBlockText({ native }: PageBlock): PageText[] | null {
  const block = native as MarkdownBlock;
  return readIfOnlyText(() =>
    parseMarkdown(block.markdown).children.flatMap((node) => flow(node, block.kind === "item")),
  );
}

function flow(node: MarkdownNode, isEntry: boolean): PageText[] {
  switch (node.type) {
    case "heading":
      return toHeadingText(plainOf(node.children));
    case "code":
      return [{ kind: "code", text: node.value, language: node.lang ?? null }];
    case "paragraph":
      return toPageTexts(node.children.flatMap(tokens), isEntry);
    case "list":
      return node.children.flatMap((item) => {
        if (typeof item.checked === "boolean") throw new NotOnlyText();
        return item.children.flatMap((child) => flow(child, true));
      });
    default:
      throw new NotOnlyText();
  }
}

const plainOf = (nodes: MarkdownNode[]): string => nodes.flatMap(inline).map(plainText).join("");

function plainText(one: Inline): string {
  if (one.type === "break") return " ";
  return "children" in one ? one.children.map(plainText).join("") : one.text;
}

function tokens(node: MarkdownNode): SentenceToken[] {
  if (node.type === "link" && SOURCE_NUMBER.test(plainOf(node.children).trim())) return ["sources"];
  if (node.type !== "text") return inline(node);
  // A number without a link is in one text node with the surrounding spaces and words.
  return node.value.split(/(?<=\s)(\[\d+\])(?=\s|$)/).flatMap((part): SentenceToken[] => {
    if (SOURCE_NUMBER.test(part)) return ["sources"];
    return part ? [{ type: "text", text: part }] : [];
  });
}

function inline(node: MarkdownNode): Inline[] {
  const mark = MARKS[node.type];
  if (node.type === "text") return [{ type: "text", text: node.value }];
  if (node.type === "inlineCode") return [{ type: "code", text: node.value }];
  if (node.type === "break") return [{ type: "break" }];
  if (node.type === "link") return [{ type: "link", href: node.url, children: node.children.flatMap(inline) }];
  if (mark && "children" in node) return [{ type: mark, children: (node.children as MarkdownNode[]).flatMap(inline) }];
  throw new NotOnlyText();
}
