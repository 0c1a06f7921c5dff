import * as z from "zod";
import {
  ANSWER_VOTES_IN_CHAT,
  type AnswerVotePress,
  type DirectQuestion,
  QUESTION_ANSWERS,
  type QuestionPress,
} from "../chat-source.ts";

/** Names of the parameters that a pressed button sends back. */
export const BUTTON_PARAMETERS = {
  question: "lorekeepQuestion",
  answer: "lorekeepAnswer",
  votedAnswer: "lorekeepVotedAnswer",
  vote: "lorekeepVote",
} as const;

const parameters = z.record(z.string(), z.unknown()).nullish();
const message = z.looseObject({
  name: z.string().regex(/^spaces\/[\w-]{1,100}\/messages\/[\w.-]{1,200}$/),
  thread: z.looseObject({ name: z.string().regex(/^spaces\/[\w-]+\/threads\/[\w.-]{1,200}$/) }).nullish(),
});
const happened = z.looseObject({ message });
const user = z.looseObject({ name: z.string().regex(/^users\/[\w.@-]{1,100}$/), type: z.string().nullish() });

/** The event that a Chat app gets. https://developers.google.com/workspace/chat/api/reference/rest/v1/Event */
const pressedInApp = happened
  .extend({ type: z.literal("CARD_CLICKED"), user, common: z.looseObject({ parameters }) })
  .transform((event) => ({ message: event.message, user: event.user, given: event.common.parameters }));
/**
 * The event that a Chat app built as an add-on gets.
 * https://developers.google.com/workspace/add-ons/concepts/event-objects
 */
const pressedInAddOn = z
  .looseObject({
    commonEventObject: z.looseObject({ parameters }),
    chat: z.looseObject({ user, buttonClickedPayload: happened }),
  })
  .transform(({ chat, commonEventObject }) => ({
    message: chat.buttonClickedPayload.message,
    user: chat.user,
    given: commonEventObject.parameters,
  }));
const pressed = z.union([pressedInApp, pressedInAddOn]);
const ofQuestion = z.object({ question: z.uuid(), answer: z.enum(QUESTION_ANSWERS) });
const ofAnswer = z.object({ votedAnswer: z.uuid(), vote: z.enum(ANSWER_VOTES_IN_CHAT) });

/** Parses a press on a button of Lorekeep; null for other actions of people. Never throws. */
export function parsePress(raw: unknown): QuestionPress | AnswerVotePress | DirectQuestion | null {
  const { data } = pressed.safeParse(raw);
  if (!data) return askedDirectlyIn(raw);
  const [, channelId = "", , messageId = ""] = data.message.name.split("/");
  const where = { teamId: null, channelId, by: data.user.name, replyAt: null };
  const thread = data.message.thread?.name ?? null;
  const given = ofQuestion.safeParse(named(data.given, ["question", "answer"]));
  if (given.success)
    return {
      ...where,
      messageId,
      questionId: given.data.question,
      answer: given.data.answer,
      threadId: thread,
      triggerId: null,
    };
  const voted = ofAnswer.safeParse(named(data.given, ["votedAnswer", "vote"]));
  return voted.success ? { ...where, ...voted.data, shownIn: thread } : null;
}

const named = (given: z.infer<typeof parameters>, fields: (keyof typeof BUTTON_PARAMETERS)[]) =>
  Object.fromEntries(fields.map((field) => [field, given?.[BUTTON_PARAMETERS[field]]]));

/** A direct conversation with the app; `type` is the field's former name. */
const directSpace = z.union([
  z.looseObject({ spaceType: z.literal("DIRECT_MESSAGE") }),
  z.looseObject({ type: z.literal("DM") }),
]);
const saidToApp = happened
  .extend({ type: z.literal("MESSAGE"), user, space: directSpace })
  .transform((event) => ({ message: event.message, user: event.user }));
const saidToAddOn = z
  .looseObject({ chat: z.looseObject({ user, messagePayload: happened.extend({ space: directSpace }) }) })
  .transform(({ chat }) => ({ message: chat.messagePayload.message, user: chat.user }));
const said = z.union([saidToApp, saidToAddOn]);

/**
 * Parses a direct message to our app. The message's text is read from Google later, because an event could be forged.
 */
function askedDirectlyIn(raw: unknown): DirectQuestion | null {
  const { data } = said.safeParse(raw);
  if (!data || data.user.type === "BOT") return null;
  const [, directWith = "", , messageId = ""] = data.message.name.split("/");
  return { teamId: null, directWith, messageId, threadId: messageId, by: data.user.name, hasChanged: false };
}
