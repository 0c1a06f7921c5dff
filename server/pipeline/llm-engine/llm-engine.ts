import type { Conversation } from "../../../shared/domain/chat.ts";
import type { Engine } from "../engine.ts";
import { canChange, judgeWithModel } from "./judge.ts";
import { type Fallback, type Model, ModelGaveUp } from "./model.ts";
import { safeConversationOf } from "./safe-conversation.ts";
import { writeWithModel } from "./write.ts";

export interface LlmEngineOptions {
  /** Filters before the model and does its work whenever the model cannot. */
  local: Engine;
  model: Model;
  /** Told each time the local engine had to step in. */
  onFallback: (fallback: Fallback) => Promise<void>;
}

/** Who answers whom and whether two texts say the same is told without a model: each new article would cost several calls. */
const withoutModel = ({ group, compare, newTopic }: Engine) => ({
  group,
  ...(compare && { compare }),
  ...(newTopic && { newTopic }),
});

/** A language model behind the local engine. It is trusted with nothing: what it says counts only as far as the chat confirms it. */
export function createLlmEngine({ local, model, onFallback }: LlmEngineOptions): Engine {
  async function orLocally<T>(
    step: Fallback["step"],
    { key }: Conversation,
    withModel: () => Promise<T>,
    locally: () => T | Promise<T>,
  ): Promise<T> {
    try {
      return await withModel();
    } catch (error) {
      if (!(error instanceof ModelGaveUp)) throw error;
      await onFallback({ step, kind: error.kind, problem: error.message, conversationKey: key });
      return locally();
    }
  }

  /** Every question about a conversation names its messages. */
  const modelFor = ({ messages }: Conversation): Model => {
    const sources = messages.map(({ externalId }) => externalId);
    return { contextTokens: model.contextTokens, ask: (question) => model.ask({ ...question, sources }) };
  };

  return {
    name: "llm",
    ...withoutModel(local),
    async detect(conversation, settings) {
      const finding = await local.detect(conversation, settings);
      if (!canChange(finding, settings)) return finding;
      return orLocally(
        "judge",
        conversation,
        () => judgeWithModel(modelFor(conversation), safeConversationOf(conversation), finding, settings),
        () => finding,
      );
    },
    async write(conversation, finding, context) {
      const locally = async () => ({ ...(await local.write(conversation, finding, context)), writtenBy: local.name });
      return orLocally(
        "write",
        conversation,
        async () => {
          const safe = safeConversationOf(conversation);
          const { title, tags, keywords, ...written } = await writeWithModel(modelFor(conversation), safe, context);
          const own = title && tags.length && keywords.length ? null : await locally();
          return {
            ...written,
            title: title ?? own?.title ?? "",
            tags: tags.length > 0 ? tags : (own?.tags ?? []),
            keywords: keywords.length > 0 ? keywords : (own?.keywords ?? []),
            redactions: safe.redactions,
            writtenBy: "llm" as const,
          };
        },
        locally,
      );
    },
  };
}
