import { describe, expect, it } from "vitest";
import type { Conversation } from "../../shared/domain/chat.ts";
import { answersIn } from "./answers-in.ts";
import { bestSentences } from "./best-sentences.ts";
import { parseConversation } from "./parse-conversation.ts";
import { writeArticle } from "./write-article.ts";

function conversation(...said: [author: string, text: string][]): Conversation {
  return {
    key: "c",
    messages: said.map(([name, text], index) => ({
      externalId: String(index),
      author: { externalId: name, name },
      text,
      sentAt: new Date(Date.UTC(2026, 0, 5, 9, index)),
    })) as Conversation["messages"],
  };
}

const bodyOf = (...said: [string, string][]) =>
  writeArticle(conversation(...said), "troubleshooting", { channelName: "", knownTags: [] }).body.flatMap(
    ({ statements }) => statements,
  );

describe("which message answers which question", () => {
  it("finds who answers, past what somebody else says", () => {
    const parsed = parseConversation(
      conversation(
        ["ana", "how do I mount a usb disk in fstab?"],
        ["cem", "dora: thanks, see you tomorrow"],
        ["ben", "ana: use the uuid of the disk in fstab"],
      ),
    );
    expect(answersIn(parsed)).toContainEqual([0, 2]);
  });

  it("nobody answers himself, and a conversation without a second person has no answers", () => {
    expect(answersIn(parseConversation(conversation(["ana", "how do I mount a disk?"], ["ana", "use fstab"])))).toEqual(
      [],
    );
  });
});

describe("sentences of a summary", () => {
  it("are in their own order, without questions and manners, and never none of some", () => {
    const sentences = [
      "Use the uuid of the disk in fstab.",
      "The uuid of a disk never changes, its name does.",
      "Did you try that?",
      "Thanks!",
    ];
    expect(bestSentences("How do I mount a disk?", sentences)).toEqual([0, 1]);
    expect(bestSentences("", ["Anything."])).toEqual([0]);
    expect(bestSentences("", [])).toEqual([]);
  });
});

describe("advice that did not help", () => {
  const asked: [string, string] = [
    "ana",
    "The nightly backup fails with the error 'no space left on device'. How do I fix it?",
  ];
  const tried: [string, string] = ["ben", "Restart the backup service with `systemctl restart backup`."];
  const failed: [string, string] = ["ana", "That does not help, the backup still fails with the same error."];

  it("gives way to what was advised after it", () => {
    const texts = bodyOf(asked, tried, failed, ["cem", "Delete the old snapshots in /var/backup, they fill the disk."]);
    expect(texts.some(({ text }) => text.includes("Delete the old snapshots"))).toBe(true);
    expect(texts.some(({ text }) => text.includes("Restart the backup service"))).toBe(false);
  });

  it("stands with the word that it did not help when nothing came after it", () => {
    const texts = bodyOf(asked, tried, failed);
    expect(texts.find(({ text }) => text.includes("Restart the backup service"))?.sources).toEqual(["1"]);
    expect(texts.find(({ text }) => text.includes("does not help"))?.sources).toEqual(["2"]);
  });
});

it("code pasted without a fence is kept letter by letter as code", () => {
  const statements = bodyOf(
    ["ana", "The container says that /root/run.sh does not exist. How do I start it?"],
    ["ben", "You need to start the script with the shell."],
    ["ben", 'CMD [ "/bin/sh", "/root/run.sh" ]'],
  );
  expect(statements).toContainEqual(
    expect.objectContaining({ form: "code", text: 'CMD [ "/bin/sh", "/root/run.sh" ]', sources: ["2"] }),
  );
});
