import type { ModelEngine } from "../contract.ts";
import { findMattersWithModel } from "./find.ts";
import type { LanguageModel } from "./model.ts";
import { writeMattersWithModel } from "./write.ts";

export { answerWithModel } from "./answer.ts";
export { type BatchAnswer, buildBatchQuestion, splitBatchReply } from "./batch-question.ts";
export type {
  BatchQuestion,
  BatchQuestionItem,
  CallPurpose,
  LanguageModel,
  ModelQuestion,
  ModelReply,
  UnavailableReply,
} from "./model.ts";
export { toSlotJson, wrapInDataSlot } from "./prompts/data-slot.ts";
export * as prompts from "./prompts/index.ts";
export { restateQuestion } from "./restate.ts";
export { countUsualTokens, estimateTokens, LEAST_CONTEXT_TOKENS } from "./tokens.ts";

/**
 * `reader` is the provider's name of the model. After a change of model, messages may be sent to the new model again.
 */
export const createModelEngine = (model: LanguageModel, reader: string): ModelEngine => ({
  name: "llm",
  reader,
  find: (window) => findMattersWithModel(model, window),
  write: (matters, how) => writeMattersWithModel(model, matters, how),
});
