import { expect, it } from "vitest";
import {
  buildCode,
  buildContent,
  buildSection,
  buildSentence,
  EXTREME_PAGES,
  HOSTILE_TEXT,
} from "../testing/page-samples.ts";
import { joinWikitext, splitWikitext } from "./blocks.ts";
import { readPageFile, writePageFile } from "./page-file.ts";
import { readBlockText } from "./page-text.ts";
import { renderPage } from "./render.ts";
import { fromWikiTitle, toWikiTitle } from "./title.ts";

const read = (text: string) => splitWikitext(text).map(readBlockText);
const words = (...parts: string[]) => [{ kind: "words", parts, isEntry: false }];

it("reads an article back as the sentences it was written from", () => {
  const said = renderPage(buildContent()).map(readBlockText);
  expect(said).toContainEqual([
    { kind: "words", parts: ["The billing worker is restarted with **one** command."], isEntry: false },
  ]);
  expect(said).toContainEqual([
    { kind: "words", parts: ["Restart it:"], isEntry: true },
    { kind: "code", text: "systemctl restart billing", language: "bash" },
  ]);
  expect(said).toContainEqual([{ kind: "heading", text: "Steps" }]);
  expect(JSON.stringify(said)).toContain("see [the runbook](https://runbook.example/billing).");
});

it.each([
  HOSTILE_TEXT,
  "a ''b'' '''c''' ''''d''''' it's 'e'",
  "{{t}} {{{1}}} [[l]] [https://x.example y] {| |} <b>x</b> &lt; &amp;lt; ~~~~ __NOTOC__ -{x}- | ! ---- == h ==",
  "https://x.example/~~~~ mailto:a@b.example ISBN 1234567890 user:pass 10:30",
  "* # : ; = at the start",
])("shows %s as it was said", (said) => {
  const [, first] = renderPage(
    buildContent({
      redactions: [],
      title: "T",
      summary: [buildSentence("First."), buildCode("x"), buildSentence(said)],
    }),
  );
  const plain = said.toWellFormed().replaceAll("\u0000", "").replace(/\s+/g, " ").trim();
  const blocks = splitWikitext(
    joinWikitext(
      renderPage(
        buildContent({ redactions: [], summary: [], body: [buildSection([buildSentence("x")], { heading: said })] }),
      ),
    ),
  );
  expect(blocks.map(readBlockText)[0]).toEqual([{ kind: "heading", text: plain.normalize("NFC") }]);
  expect(readBlockText(first ?? { key: "", native: "" })).toEqual([{ kind: "code", text: "x", language: null }]);
});

it.each(EXTREME_PAGES)("keeps %s when the page is cut into pieces and joined again", (_what, overrides) => {
  const blocks = renderPage(buildContent(overrides));
  const again = splitWikitext(joinWikitext(blocks));
  expect(again.map(({ key }) => key)).toEqual(blocks.map(({ key }) => key));
  expect(joinWikitext(again)).toBe(joinWikitext(blocks));
});

it("reads what people write most, and nothing that is more than text", () => {
  expect(read("It's '''very''' ''late'' [https://x.example now].")).toEqual([
    words("It's **very** *late* [now](https://x.example)."),
  ]);
  expect(read("Two lines\nof one paragraph<br>and a third")).toEqual([
    words("Two lines of one paragraph\\\nand a third"),
  ]);
  expect(read("Said.<sup>[https://a.example &#91;1&#93;], &#91;2&#93;</sup> More.")).toEqual([words("Said.", "More.")]);
  expect(read('<syntaxhighlight lang="sh">\nls &amp;\n</syntaxhighlight>')).toEqual([
    [{ kind: "code", text: "ls &amp;\n", language: "sh" }],
  ]);
  const more = ["{{Note}}", "[[Main Page]]", "{| a\n| b\n|}", "<div>x</div>", ": quoted", " indented", "x<ref>y</ref>"];
  for (const text of more) expect(read(text)).toEqual([null]);
});

it("knows the rest of a page where somebody left a brace or a tag open", () => {
  const text = `${joinWikitext(renderPage(buildContent()))}\n\n{{Note\n\n<div>\n\nlast`;
  expect(splitWikitext(text).at(-1)?.native).toBe("last");
  expect(splitWikitext(text).length).toBe(renderPage(buildContent()).length + 3);
});

it.each([
  "",
  "'''",
  "''''''x",
  "[https://x.example",
  "<pre>",
  "{{{{{{",
  "\n\n\n",
  "== ==",
  "<!--",
  "# <pre>\n* x</pre>",
])("throws nothing at %j", (text) => {
  const file = readPageFile(text);
  file.blocks.map(readBlockText);
  expect(readPageFile(writePageFile({ title: "T", blocks: file.blocks, categories: ["A"] })).tail).toEqual([
    "[[Category:A]]",
  ]);
});

it.each(["Redis: a", "C#", "a_b", "日本語：テスト", "50%41", "A/../b", "😀".repeat(100), "::x", " a  b "])(
  "%s is a title that a wiki takes",
  (title) => {
    const taken = toWikiTitle(title);
    expect(Buffer.byteLength(taken)).toBeLessThanOrEqual(255);
    expect(taken).not.toMatch(/[#<>[\]{}|_:]|\s\s|^\s|\s$/);
    expect(toWikiTitle(fromWikiTitle(taken))).toBe(taken);
  },
);
