import { expect, it } from "vitest";
import type { KnowledgeText } from "./contract.ts";
import { createLocalEngine } from "./local-engine.ts";
import { parseConversation } from "./testing/golden-conversation.ts";

const KNOWN: KnowledgeText = {
  title: "How to load the properties of application.yml in a unit test",
  contentType: "howto",
  statements: [{ form: "sentence", text: "It works as long as SnakeYAML is on the classpath." }],
};
const ASKED = `
  Ada: How do I load the properties of application.yml in a unit test?
  Ben: It works as long as SnakeYAML is on the classpath.`;
const laterIn = (said: string) => createLocalEngine().newTopic?.(parseConversation(`${ASKED}${said}`), KNOWN, ["2"]);

it.each([
  "Ada: @Ben does it matter that we spell the file extension without its first vowel on Windows laptops?",
  "Ada: SnakeYAML is definitely there, does it matter how we spell the file extension of the properties?",
  "Ada: Thanks! Where would one configure whether the certificate of the registry is validated?",
])("a further question in the conversation of an article begins no new topic: %s", async (question) => {
  expect(
    await laterIn(`\n  ${question}\n  Ben: No, either spelling is accepted by every release of the library.`),
  ).toEqual([]);
});

it("a question about something else begins a new topic together with its answer", async () => {
  const said = `
  Ada: Where do I find the certificate for the VPN client on a new laptop?
  Ben: The certificate for the VPN client is in the password vault under Network.`;
  expect(await laterIn(said)).toEqual(["3", "4"]);
});
