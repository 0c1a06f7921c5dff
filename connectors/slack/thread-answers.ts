import type { ThreadAnswers } from "../chat-source.ts";
import { findAnswer, isGuest, postAnswer, replaceAnswer } from "./answers.ts";
import type { SlackApi } from "./api.ts";
import { createDirectAnswers } from "./direct-answers.ts";
import type { SlackConfig } from "./manifest.ts";
import { createPrivateAnswers } from "./private-answers.ts";
import { replyToVoter } from "./private-replies.ts";

type ApiOf = (config: SlackConfig, signal: AbortSignal | undefined) => SlackApi;

/** Answers in a question's thread, to one person alone, and in direct conversations. */
export const createThreadAnswers = (
  apiOf: ApiOf,
  hooks: Parameters<typeof createPrivateAnswers>[0],
): ThreadAnswers<SlackConfig> => ({
  post: (config, answer, signal) => postAnswer(apiOf(config, signal), answer),
  find: (config, answer, since, signal) => findAnswer(apiOf(config, signal), answer, since),
  replace: (config, answer, signal) => replaceAnswer(apiOf(config, signal), answer),
  isGuest: (config, personId, _channelId, signal) => isGuest(apiOf(config, signal), personId),
  replyToVoter: (_config, press, words, signal) => replyToVoter(hooks, press, words, signal),
  privately: createPrivateAnswers(hooks),
  directly: createDirectAnswers(apiOf),
});
