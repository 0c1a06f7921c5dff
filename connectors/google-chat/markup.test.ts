import { describe, expect, it } from "vitest";
import { convertToMarkdown } from "./markup.ts";

const NAMES: Record<string, string> = { "users/1": "Ana_Alm", "users/2": "*Bo*" };
const markdown = (text: string) => convertToMarkdown(text, (user) => NAMES[user]);

describe("Google Chat's text as Markdown", () => {
  it.each([
    ["bold, italic, struck", "*b* _i_ ~s~ *_both_*", "**b** _i_ ~~s~~ **_both_**"],
    ["what only looks like marks", "2*3*4 snake_case_name a ~ b", "2\\*3\\*4 snake_case_name a ~ b"],
    ["code as it is", "run `a_b *c*` now", "run `a_b *c*` now"],
    ["a code block", "look:\n```\nx = *y*\n<b>\n```\nok?", "look:\n```\nx = *y*\n<b>\n```\nok?"],
    [
      "links with and without label",
      "<https://a.io/x_(1)|the *doc*> <https://b.io/a_b>",
      "[the \\*doc\\*](https://a.io/x_%281%29) https://b.io/a_b",
    ],
    ["an address as typed", "see https://b.io/a_b_c*", "see https://b.io/a_b_c*"],
    ["people, also unknown ones", "<users/1> <users/7> <users/all>", "@Ana_Alm @7 @all"],
    ["a name that looks like marks", "<users/2>", "@\\*Bo\\*"],
    ["lists", "* one\n• two\n    - deep", "- one\n- two\n  - deep"],
    [
      "what would become a heading, a quote, a rule or HTML",
      "# no\n> no\n---\n<script>",
      "\\# no\n\\> no\n\\---\n\\<script>",
    ],
    ["what would become a link", "[x](javascript:alert(1))", "[x\\](javascript:alert(1))"],
    ["a script as a link", "<javascript:alert(1)|click>", "\\<javascript:alert(1)|click>"],
    ["rules and lists in lists", "- # no\n- - > no\n***\n| - |", "- \\# no\n- - \\> no\n\\*\\*\\*\n\\| - |"],
    ["control characters", "a\u0000b\ue0000\ue001", "ab0"],
  ])("%s", (_what, text, expected) => {
    expect(markdown(text)).toBe(expected);
  });

  it("never throws, for any text", () => {
    for (const piece of ["- ", "-", "*", "<", "<users/", "_ ", "`", "# ", "1. ", "```\n"])
      expect(markdown(`${piece.repeat(30_000)}x`).length).toBeGreaterThan(0);
  });
});
