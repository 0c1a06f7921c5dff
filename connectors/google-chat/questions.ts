import type { ThreadQuestion, ThreadQuestions, ToldAnswer } from "../chat-source.ts";
import { MissingPermission } from "../errors.ts";
import { ASKS, buttonsFor, DECIDED, NOT_COUNTED, WHO_COUNTS } from "../question-words.ts";
import { credentialsOf } from "./access-token.ts";
import type { AppMessage, GoogleChatApi } from "./api.ts";
import { type GoogleChatConfig, googleChatManifest } from "./manifest.ts";
import { findOwn, postOwn } from "./own-message.ts";
import { PARAMETERS } from "./press.ts";
import { spaceIdOf } from "./space-id.ts";

/** Questions in threads, posted as the Chat app of the service account; presses come by Pub/Sub. */
export function questionsOf(
  apiOf: (config: GoogleChatConfig, signal: AbortSignal | undefined) => GoogleChatApi,
): ThreadQuestions<GoogleChatConfig> {
  return {
    async ask(config, question, signal) {
      if (!mayAsk(config)) throw new MissingPermission(googleChatManifest.chat.questions.notAllowed, "chat.bot");
      return postOwn(apiOf(config, signal), question, messageOf(question));
    },
    findAsked: (config, question, _since, signal) => findOwn(apiOf(config, signal), question),
    tell: (config, told, signal) =>
      apiOf(config, signal).patchMessage(spaceIdOf(told.channelId), told.messageId, decisionOf(told)),
    tellPresser: (config, { channelId, by, threadId }, why, signal) =>
      apiOf(config, signal).createPrivateMessage(spaceIdOf(channelId), {
        viewer: by,
        thread: threadId,
        text: NOT_COUNTED[why],
      }),
  };
}

/** What a person's token posts would be that person's, and without a subscription nobody would hear what is pressed. */
export const mayAsk = (config: GoogleChatConfig) =>
  Boolean(config.pubsubSubscription?.trim()) && "serviceAccount" in credentialsOf(config);

/**
 * Says nothing of what the article says: a message that is deleted in the chat must not live on in a question about it.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/cards#buttonlist
 */
function messageOf(question: ThreadQuestion): AppMessage {
  const buttons = buttonsFor(question).map(([answer, text]) => ({
    text,
    onClick: {
      action: {
        function: "lorekeepQuestion",
        parameters: [
          { key: PARAMETERS.question, value: question.id },
          { key: PARAMETERS.answer, value: answer },
        ],
      },
    },
  }));
  return {
    text: `<${question.askedOf}>, Lorekeep ${ASKS}: <${question.articleUrl}|read it>. Is it right?`,
    cardsV2: cardOf([{ buttonList: { buttons } }, { textParagraph: { text: WHO_COUNTS } }]),
  };
}

/** Google opens no form for what comes by Pub/Sub: a text is corrected in the product's editor. */
function decisionOf({ askedOf, articleUrl, answer }: ToldAnswer): AppMessage {
  const text = DECIDED[answer ?? "too-late"](`<${askedOf}>`, `<${articleUrl}|the article>`);
  const toEditor = { text: "Put it right", onClick: { openLink: { url: `${articleUrl}?edit=1` } } };
  return { text, cardsV2: answer === "fix" ? cardOf([{ buttonList: { buttons: [toEditor] } }]) : [] };
}

const cardOf = (widgets: object[]) => [{ cardId: "question", card: { sections: [{ widgets }] } }];
