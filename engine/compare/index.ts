export { isInformative } from "./conflict-sides.ts";
export { relateToPages } from "./page-relations.ts";
export { findMatchingPassage, saysTheSame } from "./page-says.ts";
export { pairSentences, toPlainText } from "./pair-sentences.ts";
export { compareKnowledge } from "./same-knowledge.ts";
