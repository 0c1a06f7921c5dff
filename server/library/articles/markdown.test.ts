import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import type { Inline } from "../../../shared/markdown/inline.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import { renderArticleMarkdown } from "./markdown.ts";

const sentence = (text: string): Statement => ({ form: "sentence", text, language: null, sources: [] });
const code = (text: string): Statement => ({ form: "code", text, language: null, sources: [] });
const section = (layout: Section["layout"], ...statements: Statement[]): Section => ({
  role: "note",
  heading: "Notes",
  layout,
  statements,
});
const write = (...body: Section[]) => renderArticleMarkdown({ title: "Title", summary: [], body, sources: [] });

type Node = { type: string; children?: Node[]; url?: string; value?: string };
const textOf = ({ value = "", children = [] }: Node): string => value + children.map(textOf).join("");

/** The kinds of a document's nodes in reading order. A link that shows its own address counts as text. */
function kindsOf(markdown: string): string[] {
  const walk = (node: Node): string[] => {
    const { type, url = "", children = [] } = node;
    const showsItself = type === "link" && [url, url.replace("http://", "")].includes(textOf(node));
    return showsItself ? ["text"] : [type, ...children.flatMap(walk)];
  };
  return walk(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
}

/** The text that a reader sees of a sentence. */
function shown(inlines: Inline[]): string {
  return inlines
    .map((inline) => ("text" in inline ? inline.text : "children" in inline ? shown(inline.children) : "\n"))
    .join("");
}
const writtenSentence = (text: string) =>
  /## Notes\n\n([^]*)\n$/.exec(write(section("prose", sentence(text))))?.[1] ?? "";

const HOSTILE = [
  "# no heading",
  "- no list",
  "+ no list",
  "1. no list",
  "2) no list",
  "> no quote",
  "---",
  "===",
  "```",
  "~~~",
  "    no code",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "a | b\n- | -\n1 | 2",
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<!-- hidden -->",
  "![pixel](https://evil.example/pixel.png)",
  "[x](javascript:alert(1))",
  "[x][ref]\n\n[ref]: https://evil.example",
  "a[^1]",
  "[^1]: no note",
  "\\# \\<b> \\\\",
  "&lt;b&gt; &#60;i>",
  "snake_case and _under_ and 2*3*4",
  "Look!",
];

describe("an article as Markdown", () => {
  it.each(HOSTILE)("makes nothing but a sentence of %j, in prose and in a list", (text) => {
    for (const [layout, around] of [
      ["prose", ["root", "heading", "text", "heading", "text", "paragraph"]],
      ["bullets", ["root", "heading", "text", "heading", "text", "list", "listItem", "paragraph"]],
    ] as const) {
      const kinds = kindsOf(write(section(layout, sentence(text))));
      expect(kinds.slice(0, around.length)).toEqual(around);
      const inline = new Set(kinds.slice(around.length));
      for (const kind of ["text", "break", "emphasis"]) inline.delete(kind);
      expect([...inline]).toEqual([]);
    }
  });

  it.each(HOSTILE)("shows every letter of %j", (text) => {
    expect(shown(parseInline(writtenSentence(text)))).toBe(shown(parseInline(text)).trimStart());
  });

  it.each([
    "Run `npm ci`, **not** _npm_ ~~update~~, see [the docs](https://docs.example/a_b).",
    "``a ` b`` and `` ` ``",
    "one\ntwo\n\nthree",
    "Wow\\![the docs](https://docs.example/)",
    "[f(x)](https://docs.example/f\\(x\\))",
    "**bold _and_ more** 🚀 שלום",
  ])("keeps emphasis, code and links of %j", (text) => {
    expect(parseInline(writtenSentence(text))).toEqual(parseInline(text));
  });

  it("keeps a block of code whole, whatever is in it, also inside a step", () => {
    const text = "cat <<EOF\n```\n# not a heading\n````\nEOF";
    const kinds = kindsOf(write(section("steps", sentence("Run:"), code(text)), section("prose", code(text))));
    expect(kinds.filter((kind) => kind === "code")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "heading")).toHaveLength(3);
  });

  it("numbers steps on, past the code between them", () => {
    expect(write(section("steps", sentence("One"), code("x"), sentence("Two")))).toContain(
      "1. One\n   ```\n   x\n   ```\n2. Two",
    );
  });

  it("marks a code block in doubt at the block, also inside a step", () => {
    const doubted = { ...code("MTU = 1380"), doubt: "Possibly corrected by Tomás" };
    expect(write(section("prose", doubted))).toContain("MTU = 1380\n```\n\n*(Possibly corrected by Tomás)*");
    expect(write(section("steps", sentence("Add"), doubted, sentence("Save")))).toContain(
      "1. Add *(Possibly corrected by Tomás)*\n   ```\n   MTU = 1380\n   ```\n2. Save",
    );
  });

  it("a title, a heading and a name cannot be anything else either", () => {
    const markdown = renderArticleMarkdown({
      title: "<b>Title</b>\n# second",
      summary: [],
      body: [{ ...section("prose", sentence("Text.")), heading: "![x](https://evil.example/x.png)" }],
      sources: [
        {
          id: "1",
          authorName: "[Ada](https://evil.example)\n\n# Ada",
          channelName: "<i>ops",
          sentAt: new Date(0),
          permalink: null,
        },
      ],
    });
    const kinds = kindsOf(`${markdown}\n[^1]`);
    expect(kinds.filter((kind) => kind === "heading")).toHaveLength(2);
    for (const kind of ["html", "image", "link"]) expect(kinds).not.toContain(kind);
  });
});
