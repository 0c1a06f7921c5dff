import { writeExcerpt } from "../engine/excerpt/write-excerpt.ts";
import { detect } from "../engine/find/detect.ts";
import { formConversations } from "../engine/find/form-conversations.ts";
import { readConversation } from "../engine/text/read-conversation.ts";
import { officeConversation, officeConversations } from "./office-conversations.ts";

const cs = (["fit", "check", "fresh"] as const).flatMap(officeConversations).map(officeConversation);
const n = cs.reduce((s, c) => s + c.messages.length, 0);
let t = performance.now();
const time = (name: string, f: () => void) => {
  t = performance.now();
  f();
  const ms = performance.now() - t;
  console.log(name, ms.toFixed(0), "ms", ((n / ms) * 1000).toFixed(0), "messages/s");
};
time("detect", () => {
  for (const c of cs) detect(readConversation(c), { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] });
});
time("write", () => {
  for (const c of cs) writeExcerpt(c, { channelName: "x", knownTags: [] });
});
time("detect again", () => {
  for (const c of cs) detect(readConversation(c), { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] });
});
time("write again", () => {
  for (const c of cs) writeExcerpt(c, { channelName: "x", knownTags: [] });
});
time("group", () => {
  for (const c of cs) formConversations(c.messages.map((m) => ({ ...m, threadId: null })));
});
