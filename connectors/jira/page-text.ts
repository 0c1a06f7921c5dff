import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageText } from "../knowledge-target.ts";
import { headingOf, ifOnlyText, MoreThanText, wordsOf } from "../page-text.ts";
import type { Token } from "../sentence-parts.ts";
import { type Mark, type Node, nodeOf, plainText } from "./adf.ts";

/** The source numbers that Lorekeep writes: '[1]' behind a space. */
const SOURCE_NUMBER = /^\[\d+\]$/;

/** The visible text of a block in Jira; null when it contains more than text. */
export function textOf({ native }: PageBlock): PageText[] | null {
  return ifOnlyText(() => read(nodeOf(native), false));
}

function read(node: Node, isEntry: boolean): PageText[] {
  const { type, content = [] } = node;
  switch (type) {
    case "paragraph":
      return wordsOf(content.flatMap(tokens), isEntry);
    case "heading":
      return headingOf(plainText(node));
    case "codeBlock":
      return [{ kind: "code", text: plainText(node), language: languageOf(node) }];
    case "bulletList":
    case "orderedList":
      return content.flatMap((item) => read(item, true));
    case "listItem":
      return content.flatMap((child, index) => read(child, isEntry && index === 0));
    default:
      throw new MoreThanText();
  }
}

const languageOf = ({ attrs }: Node) => (typeof attrs?.language === "string" ? attrs.language || null : null);

function tokens(node: Node): Token[] {
  if (node.type === "hardBreak") return [{ type: "break" }];
  if (node.type !== "text") throw new MoreThanText();
  const { text = "", marks = [] } = node;
  // A number without a link is in one text run with the surrounding spaces and words.
  return text.split(/(?<=\s)(\[\d+\])(?=\s|$)/).flatMap((part): Token[] => {
    if (SOURCE_NUMBER.test(part.trim())) return ["sources"];
    return part ? [marked(part, marks)] : [];
  });
}

const WRAPPED = { strong: "strong", em: "emphasis", strike: "strike" } as const;

function marked(text: string, marks: Mark[]): Inline {
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
