export { findNewWords } from "./edited-sentence.ts";
export { isAnswered } from "./matter.ts";
export { isPlainDialogue } from "./plain-dialogue.ts";
export { suggestTitles, tellsOneCase } from "./title-suggestions.ts";
export { writeExcerpt } from "./write-excerpt.ts";
