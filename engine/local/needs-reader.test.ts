import { expect, test } from "vitest";
import { conversationOf } from "./golden-conversation.ts";
import { polish } from "./polish.ts";
import { writeArticle } from "./write-article.ts";

const SURE = `
  Hana: How do I print the labels for the Oslo warehouse?
  Nils: Open **Warehouse → Labels**, choose *Oslo* and press **Print all**; the printer by the gate takes them.
  Nils: The roll for these labels has to be the wide one, the narrow one jams after ten labels.
  Hana: thanks, that worked!`;

const articleOn = (said: string) =>
  writeArticle(conversationOf(said), "howto", { channelName: "help", knownTags: [] }, 0.9);
const confidenceOn = (said: string) => articleOn(said).confidence ?? 1;

test("where people call each other by name, as in a room of many, an article waits for a reader and says why", () => {
  expect(confidenceOn(SURE)).toBeGreaterThan(0.5);
  const article = articleOn(SURE.replace("Open **W", "@Hana open **W"));
  expect(article.confidence).toBeLessThanOrEqual(0.1);
  expect(article.doubts?.join()).toContain("call each other by name");
});

test("in a thread a mention only makes sure that somebody looks", () => {
  const { key, messages } = conversationOf(SURE.replace("Open **W", "@Hana open **W"));
  const thread = { key, messages: messages.map((message) => ({ ...message, threadId: key })) };
  const { confidence } = writeArticle(thread, "howto", { channelName: "help", knownTags: [] }, 0.9);
  expect(confidence).toBeGreaterThan(0.5);
});

test("where the last word of who asked is no thanks, an article waits for a reader", () => {
  const article = articleOn(SURE.replace("thanks, that worked!", "that prints about a million labels"));
  expect(article.confidence).toBeLessThanOrEqual(0.4);
  expect(article.doubts).toContain("the question may still be open");
});

test.each([
  ["The label printer in accounts jams after ten labels.", false],
  ["The label printer in accounts is brand new.", true],
  ["Preferably a clean label printer with a wide roll.", true],
  ["The label printer is set so that when one presses the green button twice it never stops", true],
])("a title of trouble in which nothing is wrong is not published unread: %s", (asked, waits) => {
  const said = SURE.replace("How do I print the labels for the Oslo warehouse?", asked);
  const article = writeArticle(conversationOf(said), "troubleshooting", { channelName: "help", knownTags: [] }, 0.9);
  expect(article.title.startsWith("Fix: ")).toBe(!waits);
  expect((article.confidence ?? 1) <= 0.4).toBe(waits);
});

test("a title that tells one customer's story is not published unread", () => {
  const said = SURE.replace(
    "How do I print the labels for the Oslo warehouse?",
    "The coach of the bowls club is 40 minutes out.",
  );
  const article = writeArticle(conversationOf(said), "howto", { channelName: "help", knownTags: [] }, 0.9);
  expect(article.confidence).toBeLessThanOrEqual(0.4);
});

test.each([
  "How do I print the 33 labels for the driver from Lindner?",
  "How do I print his labels for the Oslo warehouse?",
  "What is printed on the labels of the 12 pallets for Oslo?",
])("a title about one case goes out unread only where more risk is accepted than at first: %s", (asked) => {
  const confidence = confidenceOn(SURE.replace("How do I print the labels for the Oslo warehouse?", asked));
  expect(confidence).toBeLessThan(0.8);
  expect(confidenceOn(SURE)).toBeGreaterThan(0.8);
});

test("words in angle brackets that stand for something are code each by itself, tags stay together", () => {
  expect(polish("mount -t <fs type> -o uid=<username> /dev/hdb1", [])).toContain("`<fs type>` -o uid=`<username>`");
  expect(polish("put <b>all</b> of it there", [])).toContain("`<b>all</b>`");
});
