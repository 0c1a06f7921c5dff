import type { Inline } from "../../shared/markdown/inline.ts";

/** A text run in the format of Notion's API: https://developers.notion.com/reference/rich-text */
export interface RichText {
  type: "text";
  text: { content: string; link?: { url: string } | null };
  annotations?: Annotations;
}

type Annotations = {
  [mark in "bold" | "italic" | "strikethrough" | "underline" | "code"]?: boolean | undefined;
};

/** https://developers.notion.com/reference/request-limits#limits-for-property-values */
export const MAX_CONTENT_LENGTH = 2_000;
const MAX_URL_LENGTH = 2_000;
const MAX_ITEMS = 100;
/** Keeps a block far below the largest request, even if each character takes several bytes. */
const MAX_BLOCK_LENGTH = 80_000;

export function toRichText(inlines: Inline[], annotations: Annotations = {}, href?: string): RichText[] {
  return inlines.flatMap((inline): RichText[] => {
    switch (inline.type) {
      case "text":
        return toTextRuns(inline.text, annotations, href);
      case "code":
        return toTextRuns(inline.text, { ...annotations, code: true }, href);
      case "break":
        return toTextRuns("\n", annotations, href);
      case "link":
        return toRichText(inline.children, annotations, inline.href);
      case "strong":
        return toRichText(inline.children, { ...annotations, bold: true }, href);
      case "emphasis":
        return toRichText(inline.children, { ...annotations, italic: true }, href);
      case "strike":
        return toRichText(inline.children, { ...annotations, strikethrough: true }, href);
    }
  });
}

export function toTextRuns(text: string, annotations: Annotations = {}, href?: string): RichText[] {
  const link = href !== undefined && href.length <= MAX_URL_LENGTH && { link: { url: href } };
  return cut(toPrintableText(text), MAX_CONTENT_LENGTH).map((content) => ({
    type: "text",
    text: { content, ...link },
    ...(Object.keys(annotations).length > 0 && { annotations }),
  }));
}

/** Splits text runs into parts that fit into one block each. Returns at least one part. */
export function splitIntoPortions(runs: RichText[]): RichText[][] {
  const all: RichText[][] = [[]];
  let length = 0;
  for (const run of runs) {
    length += run.text.content.length;
    if ((all.at(-1)?.length ?? 0) === MAX_ITEMS || length > MAX_BLOCK_LENGTH) {
      all.push([]);
      length = run.text.content.length;
    }
    all.at(-1)?.push(run);
  }
  return all;
}

/** Splits text, but never inside a surrogate pair. Counts UTF-16 units, which are at least as many as Notion counts. */
function cut(text: string, maxLength: number): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let until = Math.min(from + maxLength, text.length);
    if (until < text.length && /[\ud800-\udbff]/.test(text.charAt(until - 1))) until -= 1;
    parts.push(text.slice(from, until));
    from = until;
  }
  return parts;
}

export function toPrintableText(text: string): string {
  return text.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, "");
}
