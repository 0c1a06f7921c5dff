import { expect, test } from "vitest";
import { conversationOf } from "./golden-conversation.ts";
import { createLocalEngine } from "./local-engine.ts";

const SETTINGS = { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] };
const CONTEXT = { channelName: "help", knownTags: [] };
const said = (limit: string) =>
  conversationOf(`
    Ann: How do I raise the memory limit of the worker?
    Bob: Set \`MEMORY_LIMIT=${limit}\` in the file worker.env and restart the worker with \`systemctl restart worker\`.
    Ann: works now, thanks`);
const wordless = { encode: async (texts: string[]) => texts.map(() => undefined) };

test("what was judged and comes again as a copy is written as if it came for the first time", async () => {
  const engine = createLocalEngine(wordless);
  const finding = await engine.detect(said("2g"), SETTINGS);
  const again = await engine.write(structuredClone(said("2g")), finding, CONTEXT);
  expect(again).toEqual(await createLocalEngine(wordless).write(said("2g"), finding, CONTEXT));
});

test("a message that was edited after the conversation was judged is written as it is now", async () => {
  const engine = createLocalEngine(wordless);
  const finding = await engine.detect(said("2g"), SETTINGS);
  const article = await engine.write(said("4g"), finding, CONTEXT);
  expect(JSON.stringify(article)).toContain("MEMORY_LIMIT=4g");
  expect(JSON.stringify(article)).not.toContain("MEMORY_LIMIT=2g");
});
