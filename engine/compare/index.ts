export { pairSentences, plainOf } from "./pair-sentences.ts";
export { compareKnowledge } from "./same-knowledge.ts";
