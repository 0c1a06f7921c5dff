import { describe, expect, it } from "vitest";
import { convertHtml, convertText } from "./markup.ts";

const PEOPLE: Record<string, string> = { 0: "ada", 1: "ada", 2: "bo" };
const ATTACHED = {
  f1: { kind: "file", words: "plan_v2.docx" },
  q1: { kind: "quote", words: "Bo: which port?" },
  c1: { kind: "code", words: "let a = 1;\nlet b = 2;" },
} as const;
const markdown = (html: string) =>
  convertHtml(html, {
    mentioned: (id) => PEOPLE[id],
    attachment: (id) => ATTACHED[id as keyof typeof ATTACHED],
  });

describe("the HTML of Microsoft Teams as Markdown", () => {
  it.each([
    ["paragraphs and lines", "<p>One</p><p>&nbsp;</p><p>two<br>three</p>", "One\ntwo\nthree"],
    [
      "bold, italic, struck",
      "<div><b>b</b> <em>i</em> <s>s</s> <strong><i>both</i></strong></div>",
      "**b** _i_ ~~s~~ **_both_**",
    ],
    ["spaces inside of marks", "<p>a<b> b </b>c</p>", "a **b** c"],
    [
      "what only looks like marks",
      "<p>2*3*4 snake_case a &lt;b&gt; # no</p><p># no heading</p>",
      "2\\*3\\*4 snake_case a \\<b> # no\n\\# no heading",
    ],
    ["no link grows out of pieces", "<p>[a]<span>(https://evil.example)</span></p>", "[a\\](https://evil.example)"],
    [
      "links with and without label",
      '<p><a href="https://a.io/x_(1)">the *doc*</a> <a href="https://b.io/a_b">https://b.io/a_b</a></p>',
      "[the \\*doc\\*](https://a.io/x_%281%29) https://b.io/a_b",
    ],
    ["no other scheme is a link", '<p><a href="javascript:alert(1)">press</a></p>', "press"],
    ["code as it is", "<p>run <code>a_b *c* &lt;d&gt;</code> now</p>", "run `a_b *c* <d>` now"],
    ["code with ticks in it", "<p><code>a`b</code></p>", "`` a`b ``"],
    [
      "a code block",
      '<p>look:</p><codeblock class="Sql"><code>select *<br>  from "a_b"</code></codeblock><p>ok?</p>',
      'look:\n```\nselect *\n  from "a_b"\n```\nok?',
    ],
    ["preformatted text that would end its block", "<pre>```\n# x\n```</pre>", "````\n```\n# x\n```\n````"],
    [
      "lists in lists",
      "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol><li>d</li><li>e</li></ol>",
      "- a\n  - b\n- c\n1. d\n2. e",
    ],
    [
      "a quote, and what follows it",
      "<blockquote><p>said</p><p>more</p></blockquote><p>answer</p>",
      "> said\n> more\n\nanswer",
    ],
    ["a heading", "<h2>How to</h2><p>text</p>", "**How to**\ntext"],
    ["a table", "<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>", "a | b\n1 | 2"],
    [
      "a person whose name Teams sends in two halves",
      '<p><at id="0">Ada</at>&nbsp;<at id="1">Lovelace</at> <at id="2">Bo</at> hi</p>',
      "@Ada Lovelace @Bo hi",
    ],
    [
      "emoji of both kinds",
      '<p>ok <emoji id="1" alt="👍" title="Yes"></emoji> <img alt="😀" itemtype="http://schema.skype.com/Emoji"></p>',
      "ok 👍 😀",
    ],
    [
      "pictures by what they show",
      '<p><img alt="image" src="https://x/y"><img alt="the plan"></p>',
      "[image][image: the plan]",
    ],
    ["a file", '<p>see</p><attachment id="f1"></attachment>', "see\n[file: plan_v2.docx]"],
    ["an answer to a quoted message", '<attachment id="q1"></attachment><p>8080</p>', "> Bo: which port?\n\n8080"],
    ["an attached piece of code", '<attachment id="c1"></attachment>', "```\nlet a = 1;\nlet b = 2;\n```"],
    ["an attachment nobody knows", '<p>x</p><attachment id="zz"></attachment>', "x"],
    ["nothing of a script or a style", "<style>p{}</style><p>x</p><script>alert(1)</script>", "x"],
    ["what is not closed", "<p>a<b>b<div>c", "a\nb\nc"],
  ])("%s", (_what, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it("accepts ten thousand nested levels", () => {
    expect(markdown(`${"<div>".repeat(10_000)}deep${"</div>".repeat(10_000)}<p>and on</p>`)).toBe("deep\nand on");
  });

  it("text without HTML stays text", () => {
    expect(convertText("a <b>c</b>\n# d https://x.io/a_b_c")).toBe("a \\<b>c\\</b>\n\\# d https://x.io/a_b_c");
  });
});
