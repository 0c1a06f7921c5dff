import { describe, expect, it } from "vitest";
import { parseConversation } from "../testing/golden-conversation.ts";
import { splitSentences } from "../text/pieces.ts";
import { capitalizeSentence, removeEmoji, trimSentence } from "./trim-sentence.ts";
import { writeExcerpt } from "./write-excerpt.ts";

const tidy = (sentence: string) => capitalizeSentence(trimSentence(sentence, new Set(["leon"])));

describe("An excerpt", () => {
  it("shows inline code letter by letter", () => {
    for (const code of [
      "`COPY . .`",
      "`hi`",
      "`leon :D ! ?`",
      "`a  b ,  c ;`",
      "`npm i @fjell/scanner`",
      "`<b>:)</b>`",
      "`thanks`",
      "``say `hi` . .``",
    ]) {
      expect(tidy(`It is ${code} that copies everything.`)).toBe(`It is ${code} that copies everything.`);
      expect(tidy(`${code} copies everything`)).toBe(`${code} copies everything`);
      expect(tidy(`hey, so it was ${code}`)).toContain(code);
      expect(splitSentences(`Run ${code} twice. Then wait.`)).toEqual([`Run ${code} twice.`, "Then wait."]);
    }
  });

  it("leaves addresses, paths and commands without backticks unchanged", () => {
    for (const sentence of [
      "Build it with docker build -t scanner . and push it",
      "npm install @fjell/scanner and wait for it",
      "See https://wiki.fjell.example/a:D/b?x=;)&y=@z for it",
      "/srv/scanner/_old holds the old ones",
      "Copy ~/.ssh/config .. and restart",
    ])
      expect(tidy(sentence)).toBe(sentence);
  });

  it("removes emoji from the words around code without leaving a double space", () => {
    expect(removeEmoji("Run `COPY . .` 😀 , then wait :) !")).toBe("Run `COPY . .`, then wait!");
  });

  it("spells a file or a command in its title as the chat does", () => {
    const title = (question: string) =>
      writeExcerpt(
        parseConversation(`Ann: ${question}
Ben: Because the cache is cold after each restart.`),
        { channelName: "", knownTags: [] },
      ).title;
    expect(title("Why does `rm -rf *_old*` in `__init__.py` take nine minutes?")).toBe(
      "Why does rm -rf *_old* in __init__.py take nine minutes?",
    );
  });
});
