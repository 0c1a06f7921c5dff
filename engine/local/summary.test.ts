import { expect, test } from "vitest";
import type { ContentType } from "../../shared/domain/facets.ts";
import { conversationOf } from "./golden-conversation.ts";
import { writeArticle } from "./write-article.ts";

function written(said: string, kind: ContentType = "howto") {
  const article = writeArticle(conversationOf(said), kind, { channelName: "help", knownTags: [] }, 0.9);
  const told = [...article.summary, ...article.body.flatMap(({ statements }) => statements)].map(({ text }) => text);
  return { ...article, page: told.join("\n") };
}

test("where the asker was when it went wrong is told as a place, not of the reader", () => {
  const { page } = written(
    `
    Ann: I'm in a hotel in Lyon, the VPN says connected but the order form never loads. What is wrong with it?
    Bob: The hotel's network drops our big packets. Set \`MTU = 1280\` in the profile and activate it again.`,
    "troubleshooting",
  );
  expect(page).toContain("In a hotel in Lyon, the VPN says connected");
  expect(page).not.toMatch(/you are in a hotel/i);
});

test("a summary tells what opens the answer where the title says the question already, and the body does not repeat it", () => {
  const { summary, body } = written(
    `
    Ann: Do leftover training days disappear at the end of the year?
    Bob: They don't disappear at once. Up to five days move to the next year on their own.
    Bob: Anything above five needs a reason and the approval of your lead before the last working day.`,
    "faq",
  );
  expect(summary.map(({ text }) => text).join(" ")).toBe(
    "They don't disappear at once. Up to five days move to the next year on their own.",
  );
  expect(body.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual([
    "Anything above five needs a reason and the approval of your lead before the last working day.",
  ]);
});

test("the first of several steps is no summary: it stays with the others", () => {
  const { summary, body } = written(`
    Ann: How do I calibrate the label printer?
    Bob: 1. Switch the printer on and close the lid of the paper tray.
    2. Hold **pause** and **cancel** for two seconds.
    3. Press pause again when the light is green.`);
  expect(summary.map(({ text }) => text)).toEqual(["Asked by Ann, answered by Bob."]);
  expect(body.flatMap(({ statements }) => statements)).toHaveLength(3);
});
