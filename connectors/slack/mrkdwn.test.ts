import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { mapMessage } from "./map.ts";
import { convertToMarkdown } from "./mrkdwn.ts";
import { convertBlocks } from "./rich-text.ts";

const NAMES = {
  user: (id: string) => ({ U1: "Ana", U2: "Bo *Star*" })[id],
  channel: (id: string) => ({ C1: "general" })[id],
  isBot: () => false,
};
const markdown = (mrkdwn: string) => convertToMarkdown(mrkdwn, NAMES);
const html = (mrkdwn: string) => micromark(markdown(mrkdwn), { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

describe("Slack's text becomes Markdown that means the same", () => {
  it.each([
    ["emphasis", "*bold* _slanted_ ~gone~ *_both_*", "**bold** _slanted_ ~~gone~~ **_both_**"],
    [
      "stars and lines that are none",
      "2 * 3, a*b*c, snake_case, __init__",
      "2 * 3, a\\*b\\*c, snake_case, \\_\\_init\\_\\_",
    ],
    ["emphasis around links and code", "*<https://x.io|here>* *`npm ci`*", "**[here](https://x.io)** **`npm ci`**"],
    ["people", "<@U1> <@U2> <@U9> <@U9|cy>", "@Ana @Bo \\*Star\\* @U9 @cy"],
    ["channels", "<#C1> <#C2|ops> <#C3> <#C1|>", "#general #ops #C3 #general"],
    ["groups and everybody", "<!subteam^S1|@devs> <!subteam^S2> <!here> <!channel>", "@devs @group @here @channel"],
    ["dates", "on <!date^1392734382^{date}^https://x.io|18 Feb 2014>", "on 18 Feb 2014"],
    [
      "links",
      "<https://x.io/a_b?q=1&amp;r=2> <https://x.io/(a)|see [this]>",
      "https://x.io/a_b?q=1&r=2 [see \\[this\\]](https://x.io/%28a%29)",
    ],
    ["mail", "<mailto:a@b.io|a@b.io> <mailto:a@b.io|write>", "a@b.io [write](mailto:a@b.io)"],
    ["links to other places", "<javascript:alert(1)|click> <slack://open|open>", "click open"],
    ["quotes", "&gt; one\ntwo", "> one\n\ntwo"],
    ["quotes to the end", "&gt;&gt;&gt; one\ntwo", "> one\n> two"],
    ["lists", "• one\n    ◦ two\n1. three", "- one\n  - two\n1. three"],
    ["emoji", "done :tada: :+1::skin-tone-3: :our_logo: at 10:30:45", "done 🎉 👍 :our_logo: at 10:30:45"],
    ["entities, once", "a &amp;amp; b &lt;c&gt; &amp;lt;", "a \\&amp; b \\<c> \\&lt;"],
    ["headings and rules, which Slack lacks", "# one\n---", "\\# one\n\\---"],
    ["code in the middle", "run ```npm ci``` now", "run\n```\nnpm ci\n```\nnow"],
    ["code with what Slack adds", "`<https://x.io|x.io>` and `<@U1>`", "`x.io` and `@Ana`"],
    ["code that looks like marks", "`*a* _b_ :tada: &amp;`", "`*a* _b_ :tada: &`"],
    ["a fence without an end", "```half", "\\`\\`\\`half"],
    ["characters nobody sees", "a\u0000b\ue000c\ud800", "abc\ufffd"],
  ])("%s", (_what, mrkdwn, expected) => {
    expect(markdown(mrkdwn)).toBe(expected);
  });

  it("keeps every code block unchanged", () => {
    const code = fc
      .string({ unit: fc.constantFrom(..."abc *_~`<>&#:|[]()\\\n\t1.-=\"'{}@!é🎉"), minLength: 1, maxLength: 80 })
      .filter((text) => !text.includes("```") && !/^`|`$/.test(text) && text.trim() !== "");
    fc.assert(
      fc.property(code, fc.string(), (text, before) => {
        fc.pre(!before.includes("`"));
        expect(markdown(`${before}\`\`\`\n${escaped(text)}\n\`\`\``)).toContain(`\`\`\`\n${text}\n\`\`\``);
      }),
    );
  });

  it("keeps inline code unchanged", () => {
    const code = fc.string({ unit: fc.constantFrom(..."ab*_~<>&#:|[]()\\"), minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(code, (text) => {
        expect(markdown(`see \`${escaped(text)}\` there`)).toBe(`see \`${text}\` there`);
      }),
    );
  });

  it("never gains a link or an element that the text did not have", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab[]()<>!*_~`\\/#&;: \n-=|"), maxLength: 60 });
    fc.assert(
      fc.property(text, (typed) => {
        expect(html(escaped(typed))).not.toMatch(/<(a|img|h\d|script|hr|table)\b/);
      }),
      { numRuns: 500 },
    );
  });

  it("is finished quickly for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."*_~`<>&|@#!:a \n"), maxLength: 200 }), (text) => {
        expect(typeof markdown(text)).toBe("string");
      }),
    );
    for (const unit of ["*a ", "_", "<", "`", "&gt;", "*a*", "<@U1>", "```", "[("])
      expect(markdown(unit.repeat(10_000))).not.toBe("");
  });
});

describe("a message without text of its own", () => {
  const textOf = (more: object) => {
    const mapped = mapMessage({ ts: "1767225600.000100", user: "U1", text: "", ...more }, NAMES);
    return mapped && "message" in mapped ? mapped.message.text : mapped?.skipped.reason;
  };

  it("is read from its blocks", () => {
    const section = (...elements: object[]) => ({ type: "rich_text_section", elements });
    const elements = [
      section(
        { type: "text", text: "Run " },
        { type: "text", text: "npm <ci>", style: { code: true } },
        { type: "text", text: " as", style: { bold: true } },
        { type: "user", user_id: "U1" },
        { type: "emoji", name: "tada" },
        { type: "link", url: "https://x.io", text: "docs" },
      ),
      {
        type: "rich_text_list",
        style: "ordered",
        elements: [section({ type: "text", text: "one" }), section({ type: "text", text: "two" })],
      },
      { type: "rich_text_preformatted", elements: [{ type: "text", text: "a < b" }] },
      { type: "rich_text_quote", elements: [{ type: "text", text: "said" }] },
    ];
    expect(textOf({ blocks: [{ type: "rich_text", elements }] })).toBe(
      "Run `npm <ci>`\\* as\\*@Ana🎉[docs](https://x.io)\n1. one\n2. two\n```\na < b\n```\n> said",
    );
    expect(textOf({ blocks: [{ type: "section", text: { type: "mrkdwn", text: "*hi*" } }] })).toBe("**hi**");
  });

  it("is read from its attachments, then from the names of its files", () => {
    expect(textOf({ attachments: [{ title: "Outage", text: "since 9", fallback: "x" }] })).toBe("Outage\nsince 9");
    expect(textOf({ files: [{ name: "log.txt" }, { title: "Plan" }] })).toBe("[file: log.txt] [file: Plan]");
    expect(textOf({})).toBe("The message has no text.");
  });

  it("never stops the reading, with any content", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (raw, blocks) => {
        mapMessage(raw, NAMES);
        expect(typeof convertBlocks(blocks)).toBe("string");
        expect(textOf({ blocks, attachments: raw, files: blocks })).toBeTypeOf("string");
      }),
    );
  });
});

describe("a hostile text", () => {
  it.each(["- ", "1. ", "|-", "> ", "*a ", "```", "<"])(
    "that repeats %j is converted quickly",
    (piece) => {
      const text = `${piece.repeat(13_000)}x`;
      const shown = convertToMarkdown(text, { user: () => undefined, channel: () => undefined });
      expect(shown.endsWith("x")).toBe(true);
    },
    5_000,
  );
});
