import * as z from "zod";
import { QUESTION_ANSWERS, type QuestionPress } from "../chat-source.ts";

/** What a button brings back. */
export const PARAMETERS = { question: "lorekeepQuestion", answer: "lorekeepAnswer" } as const;

const parameters = z.record(z.string(), z.unknown()).nullish();
const pressed = z.looseObject({
  message: z.looseObject({
    name: z.string().regex(/^spaces\/[\w-]{1,100}\/messages\/[\w.-]{1,200}$/),
    thread: z.looseObject({ name: z.string().regex(/^spaces\/[\w-]+\/threads\/[\w.-]{1,200}$/) }).nullish(),
  }),
});
const user = z.looseObject({ name: z.string().regex(/^users\/[\w.@-]{1,100}$/) });
/** Of a Chat app. https://developers.google.com/workspace/chat/api/reference/rest/v1/Event */
const ofApp = pressed
  .extend({ type: z.literal("CARD_CLICKED"), user, common: z.looseObject({ parameters }) })
  .transform((event) => ({ message: event.message, user: event.user, given: event.common.parameters }));
/** Of a Chat app that is a Google Workspace add-on. https://developers.google.com/workspace/add-ons/concepts/event-objects */
const ofAddOn = z
  .looseObject({
    commonEventObject: z.looseObject({ parameters }),
    chat: z.looseObject({ user, buttonClickedPayload: pressed }),
  })
  .transform(({ chat, commonEventObject }) => ({
    message: chat.buttonClickedPayload.message,
    user: chat.user,
    given: commonEventObject.parameters,
  }));
const interaction = z.union([ofApp, ofAddOn]);
const ours = z.object({ question: z.uuid(), answer: z.enum(QUESTION_ANSWERS) });

/** Null: it is something else that people did with the app. Throws nothing. */
export function pressIn(raw: unknown): QuestionPress | null {
  const { data } = interaction.safeParse(raw);
  const given = ours.safeParse({
    question: data?.given?.[PARAMETERS.question],
    answer: data?.given?.[PARAMETERS.answer],
  });
  if (!data || !given.success) return null;
  const [, space = "", , messageId = ""] = data.message.name.split("/");
  return {
    teamId: null,
    channelId: space,
    messageId,
    questionId: given.data.question,
    by: data.user.name,
    answer: given.data.answer,
    replyAt: null,
    threadId: data.message.thread?.name ?? null,
    triggerId: null,
  };
}
