export { findNewWords } from "./edited-sentence.ts";
export { isPlainDialogue } from "./plain-dialogue.ts";
export { isAnswered } from "./relevant-messages.ts";
export { describesSingleCase, suggestTitles } from "./title-suggestions.ts";
export { writeExcerpt } from "./write-excerpt.ts";
