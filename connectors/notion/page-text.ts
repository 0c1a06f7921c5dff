import type { Inline } from "../../shared/markdown/inline.ts";
import type { PageBlock, PageText } from "../knowledge-target.ts";
import { toHeadingText, toPageTexts } from "../page-text.ts";
import type { SentenceToken } from "../sentence-parts.ts";
import { getChildren, readContent, type TextRun, type WireBlock } from "./blocks.ts";

/** Matches the source numbers that Lorekeep writes after a space: '[1]'. */
const SOURCE_NUMBER = /^\[\d+\]$/;

/** Returns the visible text of a block in Notion; null if the block contains more than text. */
export const readBlockText = ({ native }: PageBlock): PageText[] | null => read(native as WireBlock);

function read(block: WireBlock): PageText[] | null {
  const content = readContent(block);
  if (!content) return null;
  const { rich_text: runs = [], language } = content;
  if (runs.some(({ type = "text" }) => type !== "text")) return null;
  const below = getChildren(block);
  const own = ownText(block.type, runs, language);
  const children = below.map(read);
  if (!own || children.includes(null)) return null;
  return [...own, ...children.flatMap((texts) => texts ?? [])];
}

function ownText(type: string, runs: TextRun[], language: string | undefined): PageText[] | null {
  const plain = runs.map(textOfRun).join("");
  switch (type) {
    case "heading_1":
    case "heading_2":
    case "heading_3":
      return toHeadingText(plain);
    case "code":
      return [{ kind: "code", text: plain, language: !language || language === "plain text" ? null : language }];
    case "paragraph":
    case "bulleted_list_item":
    case "numbered_list_item":
      return toPageTexts(runs.flatMap(tokens), type !== "paragraph");
    default:
      return null;
  }
}

const textOfRun = ({ text, plain_text }: TextRun) => text?.content ?? plain_text ?? "";

function tokens(run: TextRun): SentenceToken[] {
  const text = textOfRun(run);
  if (SOURCE_NUMBER.test(text.trim())) return ["sources"];
  // A source number without a link is in one text run with the words and spaces around it.
  return text.split(/(?<=\s)(\[\d+\])(?=\s|$)/).flatMap((part): SentenceToken[] => {
    if (SOURCE_NUMBER.test(part)) return ["sources"];
    return part ? inline(part, run) : [];
  });
}

function inline(text: string, { annotations = {}, text: content, href }: TextRun): Inline[] {
  const { bold, italic, strikethrough, code } = annotations;
  let inlines: Inline[] = text
    .split("\n")
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ type: "break" } as const] : []),
      ...(line ? [code ? ({ type: "code", text: line } as const) : ({ type: "text", text: line } as const)] : []),
    ]);
  if (strikethrough) inlines = [{ type: "strike", children: inlines }];
  if (italic) inlines = [{ type: "emphasis", children: inlines }];
  if (bold) inlines = [{ type: "strong", children: inlines }];
  const address = content?.link?.url ?? href;
  return address ? [{ type: "link", href: address, children: inlines }] : inlines;
}
