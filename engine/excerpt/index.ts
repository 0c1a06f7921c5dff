export { isAnswered } from "./matter.ts";
export { isPlainDialogue } from "./plain-dialogue.ts";
export { writeExcerpt } from "./write-excerpt.ts";
