import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";
import { Refused } from "../errors.ts";

export type MarkdownRoot = ReturnType<typeof fromMarkdown>;
export type MarkdownNode = MarkdownRoot | MarkdownRoot["children"][number];

/**
 * The maximum number of characters that may be markup. The parser keeps about 300 bytes for each, and V8 ends the whole
 * process when the heap of a thread grows past its limit too quickly.
 */
const MOST_MARKS = 100_000;
const MARKS = new Set("[]*_`<>!&~|");

/** Parses Markdown like GitHub, GitLab and Gitea. Throws `Refused` for a text with too much markup. */
export function parseMarkdown(text: string): MarkdownRoot {
  let marks = 0;
  for (const character of text) if (MARKS.has(character)) marks += 1;
  if (marks > MOST_MARKS)
    throw new Refused(
      `The page cannot be read: it has more than ${MOST_MARKS.toLocaleString("en")} characters of markup.`,
    );
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Escapes all chat text, including braces, which documentation tools interpret as template code. */
export function writeMarkdown(root: MarkdownRoot): string {
  return toMarkdown(root, {
    extensions: [gfmToMarkdown()],
    bullet: "-",
    fences: true,
    listItemIndent: "one",
    unsafe: [{ character: "{", inConstruct: "phrasing" }],
  });
}
