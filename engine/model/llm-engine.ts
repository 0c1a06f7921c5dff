import type { WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { Engine, Finding } from "../contract.ts";
import { compareWithModel, isWorthAsking } from "./compare.ts";
import { canChange, judgeWithModel } from "./judge.ts";
import { type Fallback, type Model, ModelGaveUp } from "./model.ts";
import { namingPeople } from "./people.ts";
import { confidenceOf, doubtsOf } from "./review.ts";
import { type SafeConversation, safeConversationOf } from "./safe-conversation.ts";
import { type ReviewedArticle, writeWithModel } from "./write.ts";

/** At most so sure is an article whose title the chat does not bear out: the local engine's stands in its place. */
const NEEDS_TITLE = 0.5;

export interface LlmEngineOptions {
  /** Filters before the model and does its work whenever the model cannot. */
  local: Engine;
  model: Model;
  /** Told each time the local engine had to step in. */
  onFallback: (fallback: Fallback) => Promise<void>;
}

/** Who answers whom and where another matter begins is told without a model, message by message. */
const withoutModel = ({ group, newTopic }: Engine) => ({ group, ...(newTopic && { newTopic }) });

/** Does a step with the model, and where that gave up, without it. */
function fallingBack(onFallback: LlmEngineOptions["onFallback"]) {
  return async function orLocally<T>(
    step: Fallback["step"],
    conversationKey: string | null,
    withModel: () => Promise<T>,
    locally: () => T | Promise<T>,
  ): Promise<T> {
    try {
      return await withModel();
    } catch (error) {
      if (!(error instanceof ModelGaveUp)) throw error;
      await onFallback({ step, kind: error.kind, problem: error.message, conversationKey });
      return locally();
    }
  };
}

/** A language model behind the local engine. It is trusted with nothing: what it says counts only as far as the chat confirms it. */
export function createLlmEngine({ local, model, onFallback }: LlmEngineOptions): Engine {
  const orLocally = fallingBack(onFallback);

  /** Every question about a conversation names its messages. */
  const modelFor = ({ messages }: Conversation): Model => {
    const sources = messages.map(({ externalId }) => externalId);
    return { ...model, ask: (question) => model.ask({ ...question, sources }) };
  };

  const compareLocally = local.compare;
  return {
    name: "llm",
    ...withoutModel(local),
    ...(compareLocally && {
      async compare(known, fresh) {
        const comparison = await compareLocally(known, fresh);
        if (!isWorthAsking(comparison)) return comparison;
        const compared = () => compareWithModel(model, known, fresh);
        return (await orLocally("compare", null, compared, () => null)) ?? comparison;
      },
    }),
    async detect(conversation, settings) {
      const finding = await local.detect(conversation, settings);
      if (!canChange(finding, settings)) return finding;
      return orLocally(
        "judge",
        conversation.key,
        () => judgeWithModel(modelFor(conversation), safeConversationOf(conversation), finding, settings),
        () => finding,
      );
    },
    async write(conversation, finding, context) {
      const locally = async () => ({ ...(await local.write(conversation, finding, context)), writtenBy: local.name });
      return orLocally(
        "write",
        conversation.key,
        async () => {
          const safe = safeConversationOf(conversation);
          const written = await writeWithModel(modelFor(conversation), safe, context);
          const { title, tags, keywords } = written.article;
          const own = title && tags.length && keywords.length ? null : await locally();
          return writtenArticle(written, { safe, finding, own });
        },
        locally,
      );
    },
  };
}

interface Beside {
  safe: SafeConversation;
  finding: Finding;
  /** The local engine's article, for what the chat does not bear out of the model's. */
  own: WrittenArticle | null;
}

function writtenArticle({ article, review }: ReviewedArticle, { safe, finding, own }: Beside): WrittenArticle {
  const { title, tags, keywords, ...written } = namingPeople(article, safe);
  const most = Math.min(finding.score, title ? 1 : NEEDS_TITLE);
  return {
    ...written,
    title: title ?? own?.title ?? "",
    tags: tags.length > 0 ? tags : (own?.tags ?? []),
    keywords: keywords.length > 0 ? keywords : (own?.keywords ?? []),
    redactions: safe.redactions,
    confidence: Math.min(most, confidenceOf(review)),
    doubts: doubtsOf(review),
    ...(review?.verdict === "reject" && { isRejected: true }),
    writtenBy: "llm",
  };
}
