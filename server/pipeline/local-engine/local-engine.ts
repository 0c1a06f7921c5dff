import type { Engine } from "../engine.ts";
import type { Encoder } from "../meaning.ts";
import { createSentenceEncoder } from "../sentence-encoder/sentence-encoder.ts";
import { contentTypeOf } from "./content-type.ts";
import { judge } from "./detector.ts";
import { readTalk } from "./read-talk.ts";
import { compareKnowledge } from "./same-knowledge.ts";
import { writeArticle } from "./write-article.ts";

/** The engine that needs no key and no network: a small model judges, rules compose. The same talk gives the same article. */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): Engine {
  return {
    name: "local",
    async detect(conversation, settings) {
      const talk = readTalk(conversation);
      const { score, isKnowledge, reasons, shape } = judge(talk, settings);
      return { score, isKnowledge, contentType: contentTypeOf(talk, shape), reasons };
    },
    async write(conversation, finding, context) {
      return writeArticle(conversation, finding.contentType, context);
    },
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
  };
}
