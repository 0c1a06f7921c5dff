import type { DecidedQuestion, ThreadAsking, ThreadQuestion } from "../chat-source.ts";
import { MissingPermission } from "../errors.ts";
import {
  DECISION_WORDS,
  IGNORED_PRESS_SENTENCES,
  listButtons,
  ONLY_ASKED_PERSON_COUNTS,
  QUESTION_WORDS,
} from "../question-words.ts";
import { readCredentials } from "./access-token.ts";
import type { AppMessage, GoogleChatApi } from "./api.ts";
import { type GoogleChatConfig, googleChatManifest } from "./manifest.ts";
import { findOwnMessage, postOwnMessage } from "./own-message.ts";
import { BUTTON_PARAMETERS } from "./press.ts";
import { parseSpaceId } from "./space-id.ts";

/** Posts questions in threads, as the Chat app of the service account. Button presses arrive by Pub/Sub. */
export function createThreadAsking(
  apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => GoogleChatApi,
): ThreadAsking<GoogleChatConfig> {
  return {
    async ask(config, question, signal) {
      if (!canAskQuestions(config))
        throw new MissingPermission(googleChatManifest.chat.questions.notAllowed, "chat.bot");
      return postOwnMessage(apiOf(config, signal), question, messageOf(question));
    },
    findAsked: (config, question, _since, signal) => findOwnMessage(apiOf(config, signal), question),
    tell: (config, told, signal) =>
      apiOf(config, signal).patchMessage(parseSpaceId(told.channelId), told.messageId, decisionOf(told)),
    replyToPresser: (config, { channelId, by, threadId }, why, signal) =>
      apiOf(config, signal).createPrivateMessage(parseSpaceId(channelId), {
        viewer: by,
        thread: threadId,
        text: IGNORED_PRESS_SENTENCES[why],
      }),
  };
}

/**
 * Whether questions are possible. They require a service account, because posts with a person's token would appear as
 * that person's. They also require a Pub/Sub subscription, because button presses arrive there.
 */
export const canAskQuestions = (config: GoogleChatConfig) =>
  Boolean(config.pubsubSubscription?.trim()) && "serviceAccount" in readCredentials(config);

/**
 * Builds the question's message. It contains no text of the article, so that text deleted in the chat does not remain
 * in a question. https://developers.google.com/workspace/chat/api/reference/rest/v1/cards#buttonlist
 */
function messageOf(question: ThreadQuestion): AppMessage {
  const buttons = listButtons(question).map(([answer, text]) => ({
    text,
    onClick: {
      action: {
        function: "lorekeepQuestion",
        parameters: [
          { key: BUTTON_PARAMETERS.question, value: question.id },
          { key: BUTTON_PARAMETERS.answer, value: answer },
        ],
      },
    },
  }));
  return {
    text: `<${question.askedOf}>, Lorekeep ${QUESTION_WORDS}: <${question.articleUrl}|read it>. Is it right?`,
    cardsV2: cardOf([{ buttonList: { buttons } }, { textParagraph: { text: ONLY_ASKED_PERSON_COUNTS } }]),
  };
}

/**
 * Builds the message after the decision. It links to the product's editor for corrections, because Google opens no
 * forms for events from Pub/Sub.
 */
function decisionOf({ askedOf, articleUrl, answer }: DecidedQuestion): AppMessage {
  const text = DECISION_WORDS[answer ?? "too-late"](`<${askedOf}>`, `<${articleUrl}|the article>`);
  const toEditor = { text: "Put it right", onClick: { openLink: { url: `${articleUrl}?edit=1` } } };
  return { text, cardsV2: answer === "fix" ? cardOf([{ buttonList: { buttons: [toEditor] } }]) : [] };
}

const cardOf = (widgets: object[]) => [{ cardId: "question", card: { sections: [{ widgets }] } }];
