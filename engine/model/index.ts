import type { ModelEngine } from "../contract.ts";
import { findWithModel } from "./find.ts";
import type { Model } from "./model.ts";
import { writeWithModel } from "./write.ts";

export { answerWithModel } from "./answer.ts";
export type { Model, ModelWait, Purpose, Question, QuestionItem, Reply, SharedQuestion } from "./model.ts";
export { inDataSlot, slotJson } from "./prompts/data-slot.ts";
export * as prompts from "./prompts/index.ts";
export { restateWithModel } from "./restate.ts";
export { type AnswersTogether, questionTogether, repliesTogether } from "./together.ts";
export { estimateTokens, LEAST_CONTEXT_TOKENS, usualTokens } from "./tokens.ts";

/** `reader` is the provider's name of the model; messages that another model has read may be read again. */
export const createModelEngine = (model: Model, reader: string): ModelEngine => ({
  name: "llm",
  reader,
  find: (window) => findWithModel(model, window),
  write: (matters, how) => writeWithModel(model, matters, how),
});
