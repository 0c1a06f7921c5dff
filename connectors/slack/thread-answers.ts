import type { ThreadAnswers } from "../chat-source.ts";
import { findAnswer, isGuest, postAnswer, replaceAnswer } from "./answers.ts";
import type { SlackApi } from "./api.ts";
import { directAnswers } from "./direct-answers.ts";
import type { SlackConfig } from "./manifest.ts";
import { privateAnswers } from "./private-answers.ts";
import { replyToVoter } from "./private-replies.ts";

type ApiOf = (config: SlackConfig, signal: AbortSignal | undefined) => SlackApi;

/** Answers in a question's thread, to one person alone, and in direct conversations. */
export const threadAnswers = (
  apiOf: ApiOf,
  hooks: Parameters<typeof privateAnswers>[0],
): ThreadAnswers<SlackConfig> => ({
  post: (config, answer, signal) => postAnswer(apiOf(config, signal), answer),
  find: (config, answer, since, signal) => findAnswer(apiOf(config, signal), answer, since),
  replace: (config, answer, signal) => replaceAnswer(apiOf(config, signal), answer),
  isGuest: (config, personId, _channelId, signal) => isGuest(apiOf(config, signal), personId),
  replyToVoter: (_config, press, words, signal) => replyToVoter(hooks, press, words, signal),
  privately: privateAnswers(hooks),
  directly: directAnswers(apiOf),
});
