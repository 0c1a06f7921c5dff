import type { Conversation } from "../../../shared/domain/chat.ts";
import { SENSITIVITY } from "../../../shared/domain/detection.ts";
import type { DetectionSettings, Engine, Finding } from "../engine.ts";
import type { Encoder } from "../meaning.ts";
import { createSentenceEncoder } from "../sentence-encoder/sentence-encoder.ts";
import { contentTypeOf } from "./content-type.ts";
import { judge } from "./detector.ts";
import { focusOf } from "./focus.ts";
import { readTalk } from "./read-talk.ts";
import { compareKnowledge } from "./same-knowledge.ts";
import { writeArticle } from "./write-article.ts";

function findingOn(conversation: Conversation, settings: DetectionSettings): Finding {
  const talk = readTalk(conversation);
  const { score, isKnowledge, reasons, shape } = judge(talk, settings);
  return { score, isKnowledge, contentType: contentTypeOf(talk, shape), reasons };
}

/** From this chance on the article itself speaks for talk that is a step of the sensitivity short. */
const FIT = 0.5;

function isNear(focus: Conversation, settings: DetectionSettings): boolean {
  const sensitivity = Math.min(SENSITIVITY.max, settings.sensitivity + 1);
  return judge(readTalk(focus), { ...settings, sensitivity }).isKnowledge;
}

/** Under this chance of being fit for publication talk gets no article, not even a draft. */
const HOPELESS = 0.03;
const NOWHERE = { channelName: "", knownTags: [] };

/** The engine that needs no key and no network: a small model judges, rules compose. The same talk gives the same article. */
export function createLocalEngine(encoder: Encoder = createSentenceEncoder()): Engine {
  return {
    name: "local",
    async detect(conversation, settings) {
      const whole = findingOn(conversation, settings);
      const focus = focusOf(conversation);
      // What came after, or beside, may drown the answer: the part an article would be about is judged as well.
      const part = focus.messages.length < conversation.messages.length ? findingOn(focus, settings) : whole;
      const finding = part.score > whole.score ? part : { ...whole, contentType: part.contentType };
      const { score } = finding;
      if (!finding.isKnowledge && !isNear(focus, settings)) return finding;
      const { confidence = 1 } = writeArticle(conversation, finding.contentType, NOWHERE, score);
      if (confidence >= FIT) return { ...finding, isKnowledge: true };
      if (!finding.isKnowledge || confidence >= HOPELESS) return finding;
      return { ...finding, isKnowledge: false, reasons: [...finding.reasons, "no article could be told of it"] };
    },
    async write(conversation, finding, context) {
      return writeArticle(conversation, finding.contentType, context, finding.score);
    },
    compare: (known, fresh) => compareKnowledge(known, fresh, encoder),
  };
}
