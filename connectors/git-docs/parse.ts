import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";

export type Root = ReturnType<typeof fromMarkdown>;
export type Node = Root | Root["children"][number];

/** Markdown as GitHub, GitLab and Gitea read it. */
export function parse(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** What chat text says is escaped, braces too: documentation tools take them for code of a template. */
export function write(root: Root): string {
  return toMarkdown(root, {
    extensions: [gfmToMarkdown()],
    bullet: "-",
    fences: true,
    listItemIndent: "one",
    unsafe: [{ character: "{", inConstruct: "phrasing" }],
  });
}
