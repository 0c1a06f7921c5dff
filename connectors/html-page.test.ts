import { serialize } from "node:v8";
import { expect, it } from "vitest";
import { splitStorage } from "./confluence/storage.ts";
import { joinHtml, normalizeHtml, splitHtml } from "./html-blocks.ts";
import { renderHtml } from "./html-render.ts";
import { readHtmlText } from "./html-text.ts";
import {
  buildCode,
  buildContent,
  buildSection,
  buildSentence,
  EXTREME_PAGES,
  SAMPLE_MARKER,
} from "./testing/page-samples.ts";

it.each([
  ["ids and classes", '<h2 id="h_01" class="x" dir="auto">a</h2>', "<h2>a</h2>"],
  [
    "the names of marks",
    "<p><b>a</b> <i>b</i> <strike>c</strike></p>",
    "<p><strong>a</strong> <em>b</em> <s>c</s></p>",
  ],
  ["paragraphs in an item", "<ul><li>a</li></ul>", "<ul>\n<li>\n<p>a</p>\n</li></ul>"],
  ["blanks and their names", "<p>a&nbsp; b</p>", "<p> a\u00a0b\n</p>"],
  ["entities", "<p>&ldquo;a&rdquo; &amp; b&#x2019;s</p>", "<p>“a” &amp; b’s</p>"],
  [
    "where links open",
    '<p><a href="https://x.example" target="_blank" rel="noopener">a</a></p>',
    '<p><a href="https://x.example">a</a></p>',
  ],
  ["spans that say nothing", '<p><span class="x">a</span> b</p>', "<p>a b</p>"],
  ["a mark cut in two", "<p><strong>a</strong><strong>b</strong></p>", "<p><strong>ab</strong></p>"],
  ["a line break at the end", "<p>a<br></p>", "<p>a</p>"],
  ["lines of code", "<pre>a<br>b</pre>", '<pre><code class="language-ts">a\nb\n</code></pre>'],
  ["a paragraph that is a div", "<div>a</div>", "<p>a</p>"],
  ["tags that are left out", "<p>a<p>b", "<p>a</p><p>b</p>"],
  [
    "sources that lost their superscript",
    '<p>a<sup><a href="https://x.example">[1]</a></sup></p>',
    '<p>a<a href="https://x.example">[1]</a></p>',
  ],
  ["the number a list would start with anyway", '<ol start="1"><li>a</li></ol>', "<ol><li>a</li></ol>"],
])("counts two blocks of HTML as equal if they differ only in %s", (_what, one, other) => {
  expect(normalizeHtml(one)).toBe(normalizeHtml(other));
});

it.each([
  ["a word", "<p>a</p>", "<p>b</p>"],
  ["emphasis", "<p>a</p>", "<p><em>a</em></p>"],
  ["where a link leads", '<p><a href="https://x.example">a</a></p>', '<p><a href="https://y.example">a</a></p>'],
  ["a blank between words", "<p><em>a</em> <em>b</em></p>", "<p><em>a</em><em>b</em></p>"],
  ["a colour", "<p>a</p>", '<p><span style="color: red">a</span></p>'],
  ["an escaped entity", "<p>&amp;nbsp;</p>", "<p>&nbsp;</p>"],
  ["a line break", "<p>a<br>b</p>", "<p>a b</p>"],
  ["indentation of code", "<pre>a</pre>", "<pre>  a</pre>"],
  ["the kind of a list", "<ul><li>a</li></ul>", "<ol><li>a</li></ol>"],
  ["a square", "<p>m<sup>2</sup></p>", "<p>m2</p>"],
  ["a picture", '<p><img src="https://x.example/a.png"></p>', '<p><img src="https://x.example/b.png"></p>'],
])("counts two blocks of HTML as different if they differ in %s", (_what, one, other) => {
  expect(normalizeHtml(one)).not.toBe(normalizeHtml(other));
});

it("keeps a person's blocks unchanged", () => {
  const html = [
    '<div class="callout"><p>a &nbsp; b</p><table><tr><td>c</td></tr></table></div>',
    "loose &amp; <b>text</b><br>",
    '<hr class="x">',
    '<ul class="x"><li>a<ul><li>b</li></ul></li><li>c</li></ul><ul class="x"><li>d</li></ul>',
    '<iframe src="https://video.example/1"></iframe>',
    "<ol>loose<li>e</li></ol>",
    "<p>not closed",
  ];
  expect(joinHtml(splitHtml(html.join("")))).toBe(html.join(""));
  expect(splitHtml(html.join("")).map((block) => joinHtml([block]))).toEqual([
    ...html.slice(0, 3),
    '<ul class="x"><li>a<ul><li>b</li></ul></li></ul>',
    '<ul class="x"><li>c</li></ul>',
    '<ul class="x"><li>d</li></ul>',
    ...html.slice(4),
  ]);
});

it("joins the items of one list again, even if different people wrote them", () => {
  const [a, b, c] = splitHtml('<ol start="1"><li>a</li><li>b</li></ol><ul><li>c</li></ul>');
  const [first, , last] = splitHtml("<ol><li>new</li><li>b</li><li>last</li></ol>");
  if (!a || !b || !c || !first || !last) throw new Error("An item is missing.");
  expect(joinHtml([first, a, b, last, c])).toBe(
    "<ol><li>new</li><li>a</li><li>b</li><li>last</li></ol><ul><li>c</li></ul>",
  );
});

it.each([["sup"], ["characters"]] as const)(
  "reads back each sentence if source numbers are written as %s",
  (numbers) => {
    const content = buildContent({
      summary: [
        buildSentence("Both **say** [so](https://x.example).", "m1", "m2"),
        buildSentence("See [2] there.", "m2"),
      ],
      body: [
        buildSection([buildSentence("Do:", "m1"), buildCode("a\n  b", "ts")], { heading: "Steps", layout: "steps" }),
      ],
      redactions: [],
    });
    const texts = renderHtml(content, { numbers }).map(readHtmlText);
    expect(texts.slice(0, 3)).toEqual([
      [{ kind: "words", parts: ["Both **say** [so](https://x.example).", "See \\[2\\] there."], isEntry: false }],
      [{ kind: "heading", text: "Steps" }],
      [
        { kind: "words", parts: ["Do:"], isEntry: true },
        { kind: "code", text: "a\n  b", language: "ts" },
      ],
    ]);
  },
);

it("does not edit tables, pictures and other content that is not text", () => {
  const pieces = '<table><tr><td>a</td></tr></table><p><img src="https://x.example/a.png"></p><p>10 m<sup>2</sup></p>';
  expect(splitHtml(pieces).map(readHtmlText)).toEqual([null, null, null]);
});

it.each(EXTREME_PAGES)(
  "writes %s so that reading returns the same blocks, with the marker last",
  (_what, overrides) => {
    const blocks = renderHtml(buildContent(overrides));
    const again = splitHtml(joinHtml(blocks));
    expect(again).toEqual(blocks);
    expect(joinHtml(blocks.slice(-1))).toContain(SAMPLE_MARKER);
    expect(joinHtml(blocks)).not.toMatch(/<(?!\/?(?:p|h2|ul|ol|li|pre|code|strong|em|del|a|sup|br)\b)|\son\w+=/);
  },
);

it("recognizes the same content even if an editor split its marks and texts", () => {
  const cut = normalizeHtml(`<p>${"<b>a <br></b>".repeat(20_000)}${"<span> x </span>".repeat(20_000)}</p>`);
  expect(cut).toBe(normalizeHtml(`<p><b>${"a <br>".repeat(20_000)}</b>${" x".repeat(20_000)}</p>`));
});

it.each([
  ["HTML", splitHtml],
  ["Confluence's storage format", splitStorage],
])("sends twice as much to the server for a list of %s with twice as many items, not four times", (_what, split) => {
  const sizeOf = (items: number) => serialize(split(`<ul>${"<li>x</li>".repeat(items)}</ul>`)).length;
  expect(sizeOf(2_000) / sizeOf(1_000)).toBeLessThan(2.2);
});
