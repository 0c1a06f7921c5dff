export { listExampleArticles } from "../writing-help-queries.ts";
export { readWritingInput, toMatter } from "../writing-input.ts";
export { ConversationChanged, KnowledgeChanged } from "./lock-messages.ts";
export { replaceExcerpt, restoreExcerpt } from "./replace-excerpt.ts";
export { saveArticle } from "./save-article.ts";
export { type OnPages, saveOnPages } from "./save-on-pages.ts";
export { isTouched, isUntouchedExcerpt, type MatterWriting, saveWritten } from "./save-written.ts";
export { type ConversationWriting, findAnswerer, type SaveOutcome } from "./written-content.ts";
