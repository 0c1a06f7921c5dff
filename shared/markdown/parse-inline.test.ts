import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Inline } from "./inline.ts";
import { parseInline } from "./parse-inline.ts";

const text = (value: string): Inline => ({ type: "text", text: value });

function liveLinks(inlines: Inline[]): string[] {
  return inlines.flatMap((inline) => [
    ...(inline.type === "link" ? [inline.href] : []),
    ...("children" in inline ? liveLinks(inline.children) : []),
  ]);
}

function labelOf(inlines: Inline[], href: string): string | undefined {
  const link = inlines.find((inline) => inline.type === "link" && inline.href === href);
  return link && shown([link]);
}

function shown(inlines: Inline[]): string {
  return inlines
    .map((inline) => ("text" in inline ? inline.text : "children" in inline ? shown(inline.children) : "\n"))
    .join("");
}

describe("inline Markdown", () => {
  it("keeps emphasis, code and https links", () => {
    expect(parseInline("Run `npm ci`, **not** _npm_ ~~update~~, see [the docs](https://docs.example/a_b).")).toEqual([
      text("Run "),
      { type: "code", text: "npm ci" },
      text(", "),
      { type: "strong", children: [text("not")] },
      text(" "),
      { type: "emphasis", children: [text("npm")] },
      text(" "),
      { type: "strike", children: [text("update")] },
      text(", see "),
      { type: "link", href: "https://docs.example/a_b", children: [text("the docs")] },
      text("."),
    ]);
  });

  it("keeps the lines of a message apart", () => {
    expect(parseInline("one\ntwo\n\nthree")).toEqual([
      text("one"),
      { type: "break" },
      text("two"),
      { type: "break" },
      text("three"),
    ]);
  });

  it.each([
    "# not a heading",
    "- not a list",
    "1. not a list",
    "> not a quote",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "---",
    "    not code",
    "a[^1]",
  ])("takes %j as a sentence, without any markup", (markdown) => {
    const inlines = parseInline(markdown);
    expect(inlines.every(({ type }) => type === "text" || type === "break")).toBe(true);
    expect(shown(inlines).trim()).toBe(markdown.trim());
  });

  it("makes a bare https address a link, and its address is what is written there", () => {
    expect(parseInline("see https://ok.example/x.")).toEqual([
      text("see "),
      { type: "link", href: "https://ok.example/x", children: [text("https://ok.example/x")] },
      text("."),
    ]);
    expect(liveLinks(parseInline("<https://ok.example/x>"))).toEqual(["https://ok.example/x"]);
  });

  it("says where a link that is not https would have led", () => {
    expect(shown(parseInline("[the docs](http://plain.example)"))).toBe("the docs (http://plain.example)");
    expect(shown(parseInline("mail ann@example.org"))).toBe("mail ann@example.org");
    expect(shown(parseInline("www.example.org and http://plain.example"))).toBe(
      "www.example.org and http://plain.example",
    );
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<a href="https://evil.example">x</a>',
    "<svg/onload=alert(1)>",
    "<iframe src=https://evil.example></iframe>",
    "<!-- https-comment -->",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/relative)",
    "[x](http://evil.example)",
    "[x](https&#58;//evil.example)",
    "[x](&#104;ttps://evil.example)",
    "[x](https://good.example@evil.example)",
    "[x](https://user:secret@evil.example)",
    "[x][ref]\n\n[ref]: https://evil.example",
    "[ref]\n\n[ref]: https://evil.example",
    "![x](https://evil.example/pixel.png)",
    "![x][ref]\n\n[ref]: https://evil.example/pixel.png",
    "[x](https://evil.example/\u202Egnp.exe)",
    "<javascript:alert(1)>",
    "<mailto:a@b.example>",
    "[x](<javascript:alert(1)>)",
    "[a](javascript:alert(1)//https://evil.example)",
    "[x](ftp://evil.example)",
    "[x](tel:+1)",
    "[x]( https://)",
  ])("leaves nothing live of %j but an https address that shows itself", (markdown) => {
    const inlines = parseInline(markdown);
    for (const href of liveLinks(inlines)) expect(`${href} shown`).toBe(`${labelOf(inlines, href)} shown`);
    expect(JSON.stringify(inlines)).not.toMatch(/"href":"(?!https:)/);
  });

  it("does not make an image out of anything, nor a link out of an image", () => {
    expect(parseInline("a ![alt](https://x.example/p.png) b")).toEqual([text("a ![alt](https://x.example/p.png) b")]);
  });

  it.each([
    ["brackets", "[".repeat(4_900)],
    ["stars", "*a ".repeat(1_600)],
    ["nesting", `${"**a _b ".repeat(440)}${"_ **".repeat(440)}`],
    ["backticks", "`".repeat(4_900)],
    ["a wall of text", "word ".repeat(20_000)],
  ])("survives hostile %s and keeps every letter", (_what, markdown) => {
    const letters = (value: string) => value.replace(/[^a-z[]/g, "");
    expect(letters(shown(parseInline(markdown)))).toBe(letters(markdown));
  });

  it("reads a plain sentence, which it does not parse, as the parser does", () => {
    const marks = "aZé9 .,;:?!'\"()/%€$+=#’–—-*_~`[]<>&@\\\n\t".split("");
    const others = ["  ", "www.", "https:", "//", "example.org", "x@y.example", "1. ", "- ", "&amp;", "ß"];
    const pieces = fc.array(fc.constantFrom(...marks, ...others), { maxLength: 10 });
    fc.assert(
      fc.property(fc.constantFrom("a", "1", "W"), pieces, (first, rest) => {
        const sentence = first + rest.join("");
        const found = parseInline(sentence);
        // Adding code to the sentence forces the parser, because sentences with code are always parsed.
        if (found.length === 1 && found[0]?.type === "text" && found[0].text === sentence)
          expect(parseInline(`\`x\` ${sentence}`)).toEqual([{ type: "code", text: "x" }, text(` ${sentence}`)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
