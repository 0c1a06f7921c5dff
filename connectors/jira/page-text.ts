import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageText } from "../knowledge-target.ts";
import { NotOnlyText, readIfOnlyText, toHeadingText, toPageTexts } from "../page-text.ts";
import type { SentenceToken } from "../sentence-parts.ts";
import { type AdfMark, type AdfNode, extractPlainText, parseNode } from "./adf.ts";

/** Matches the source numbers that Lorekeep writes after a space: '[1]'. */
const SOURCE_NUMBER = /^\[\d+\]$/;

/** Returns the visible text of a block in Jira; null if the block contains more than text. */
export function readBlockText({ native }: PageBlock): PageText[] | null {
  return readIfOnlyText(() => read(parseNode(native), false));
}

function read(node: AdfNode, isEntry: boolean): PageText[] {
  const { type, content = [] } = node;
  switch (type) {
    case "paragraph":
      return toPageTexts(content.flatMap(tokens), isEntry);
    case "heading":
      return toHeadingText(extractPlainText(node));
    case "codeBlock":
      return [{ kind: "code", text: extractPlainText(node), language: languageOf(node) }];
    case "bulletList":
    case "orderedList":
      return content.flatMap((item) => read(item, true));
    case "listItem":
      return content.flatMap((child, index) => read(child, isEntry && index === 0));
    default:
      throw new NotOnlyText();
  }
}

const languageOf = ({ attrs }: AdfNode) => (typeof attrs?.language === "string" ? attrs.language || null : null);

function tokens(node: AdfNode): SentenceToken[] {
  if (node.type === "hardBreak") return [{ type: "break" }];
  if (node.type !== "text") throw new NotOnlyText();
  const { text = "", marks = [] } = node;
  // A source number without a link is in one text node with the words and spaces around it.
  return text.split(/(?<=\s)(\[\d+\])(?=\s|$)/).flatMap((part): SentenceToken[] => {
    if (SOURCE_NUMBER.test(part.trim())) return ["sources"];
    return part ? [marked(part, marks)] : [];
  });
}

const WRAPPED = { strong: "strong", em: "emphasis", strike: "strike" } as const;

function marked(text: string, marks: AdfMark[]): Inline {
  const isCode = marks.some(({ type }) => type === "code");
  return marks.reduce<Inline>(
    (inner, { type, attrs }) => {
      if (type === "link") return { type: "link", href: String(attrs?.href ?? ""), children: [inner] };
      const wrap = type in WRAPPED ? WRAPPED[type as keyof typeof WRAPPED] : null;
      return wrap ? { type: wrap, children: [inner] } : inner;
    },
    isCode ? { type: "code", text } : { type: "text", text },
  );
}
