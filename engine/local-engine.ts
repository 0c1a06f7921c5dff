import { compareKnowledge } from "./compare/index.ts";
import type { LocalEngine } from "./contract.ts";
import type { Encoder } from "./encoder/meaning.ts";
import { createSentenceEncoder } from "./encoder/sentence-encoder.ts";
import { writeExcerpt } from "./excerpt/index.ts";
import { detect, groupWindow } from "./find/index.ts";
import { newTopicIn } from "./new-topic.ts";
import { readConversation } from "./text/read-conversation.ts";

/**
 * How many excerpts of real knowledge a reader would publish as they are. It keeps the surest one above the risk that new workspaces
 * accept: an excerpt is published unread only where people chose to accept more.
 */
const FIT_AS_IT_IS = 0.7;
const READ_IT = "saved from the chat word for word, for a person to finish";

/** The engine that needs no key and no network: it finds, saves word for word and compares. The same conversation gives the same article. */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): LocalEngine {
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    detect: async (conversation, settings) => detect(readConversation(conversation), settings),
    write: async (conversation, { score }, context) => ({
      ...writeExcerpt(conversation, context),
      form: "excerpt",
      confidence: Math.round(score * FIT_AS_IT_IS * 1_000) / 1_000,
      doubts: [READ_IT],
    }),
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
    newTopic: (conversation, known, cited) => newTopicIn(conversation, known, cited, encoder),
  };
}
