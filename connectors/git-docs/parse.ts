import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown, gfmToMarkdown } from "mdast-util-gfm";
import { toMarkdown } from "mdast-util-to-markdown";
import { gfm } from "micromark-extension-gfm";

export type Root = ReturnType<typeof fromMarkdown>;
export type Node = Root | Root["children"][number];

/** Parses Markdown like GitHub, GitLab and Gitea. */
export function parse(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

/** Escapes all chat text, including braces, which documentation tools interpret as template code. */
export function write(root: Root): string {
  return toMarkdown(root, {
    extensions: [gfmToMarkdown()],
    bullet: "-",
    fences: true,
    listItemIndent: "one",
    unsafe: [{ character: "{", inConstruct: "phrasing" }],
  });
}
