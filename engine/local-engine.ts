import { compareKnowledge } from "./compare/index.ts";
import type { LocalEngine } from "./contract.ts";
import type { Encoder } from "./encoder/meaning.ts";
import { createSentenceEncoder } from "./encoder/sentence-encoder.ts";
import { writeExcerpt } from "./excerpt/index.ts";
import { detect, groupWindow } from "./find/index.ts";
import { newTopicIn } from "./new-topic.ts";
import { readConversation } from "./text/read-conversation.ts";

/** The engine that needs no key and no network: it finds, saves word for word and compares. The same conversation gives the same article. */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): LocalEngine {
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    detect: async (conversation, settings) => detect(readConversation(conversation), settings),
    write: async (conversation, _finding, context) => writeExcerpt(conversation, context),
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
    newTopic: (conversation, known, cited) => newTopicIn(conversation, known, cited, encoder),
  };
}
