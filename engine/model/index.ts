import type { ModelEngine } from "../contract.ts";
import { findWithModel } from "./find.ts";
import type { LanguageModel } from "./model.ts";
import { writeWithModel } from "./write.ts";

export { answerWithModel } from "./answer.ts";
export type {
  CallPurpose,
  LanguageModel,
  ModelQuestion,
  ModelReply,
  QuestionItem,
  SharedQuestion,
  UnavailableReply,
} from "./model.ts";
export { toSlotJson, wrapInDataSlot } from "./prompts/data-slot.ts";
export * as prompts from "./prompts/index.ts";
export { restateQuestion } from "./restate.ts";
export { buildSharedQuestion, type SharedAnswer, splitSharedReply } from "./shared-question.ts";
export { countUsualTokens, estimateTokens, LEAST_CONTEXT_TOKENS } from "./tokens.ts";

/** `reader` is the provider's name of the model; after a change, messages may be read again. */
export const createModelEngine = (model: LanguageModel, reader: string): ModelEngine => ({
  name: "llm",
  reader,
  find: (window) => findWithModel(model, window),
  write: (matters, how) => writeWithModel(model, matters, how),
});
