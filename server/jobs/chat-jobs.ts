import { answerInChat, answerPrivately, sendQuestionPosts } from "../ask/index.ts";
import { resumePausedChannels } from "../billing/index.ts";
import { processQuestions } from "../inbox/index.ts";
import { readDueMembers } from "../ingest/audiences/index.ts";
import { applyChannelRules } from "../ingest/channels/index.ts";
import { sendDirectMessages } from "../notifications/index.ts";
import type { ScheduledJob } from "./job.ts";

/**
 * Answers questions in channels, and corrects answers whose articles changed. Workers claim each row with a lease (a
 * time-limited claim), so they share the work.
 */
export const answerInChatJob: ScheduledJob = {
  name: "answer-in-chat",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerInChat,
};

/** Answers private questions. Workers claim each row with a lease (a time-limited claim), so they share the work. */
export const answerPrivatelyJob: ScheduledJob = {
  name: "answer-privately",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: answerPrivately,
};

/**
 * Asks authors about their answers, and carries out their choices. Workers claim each question with a lease (a time-limited
 * claim), so they share the work.
 */
export const askInThreadsJob: ScheduledJob = {
  name: "ask-in-threads",
  everySeconds: 1,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: processQuestions,
};

/**
 * Posts in threads: asks people who may know an answer, and informs askers about answers. Workers claim each post with a lease
 * (a time-limited claim), so they share the work.
 */
export const postInThreadsJob: ScheduledJob = {
  name: "post-in-threads",
  everySeconds: 2,
  inEachWorker: true,
  timeLimitSeconds: 3600,
  run: sendQuestionPosts,
};

export const sendDirectMessagesJob: ScheduledJob = {
  name: "send-direct-messages",
  everySeconds: 20,
  timeLimitSeconds: 300,
  run: sendDirectMessages,
};

/** Starts monitoring channels that match an integration's rule, new channels within some minutes. */
export const applyChannelRulesJob: ScheduledJob = {
  name: "follow-channel-rules",
  everySeconds: 30,
  timeLimitSeconds: 900,
  run: applyChannelRules,
};

/** Lets new members of a private channel read its articles within a minute of the event. */
export const readChannelMembers: ScheduledJob = {
  name: "read-channel-members",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: readDueMembers,
};

/** Resumes reading of paused channels if the plan has messages left. */
export const resumePausedReading: ScheduledJob = {
  name: "take-up-paused-reading",
  everySeconds: 30,
  timeLimitSeconds: 300,
  run: resumePausedChannels,
};
