import type { DecidedQuestion, ThreadQuestion } from "../chat-source.ts";
import { DECISION_WORDS, listButtons, ONLY_ASKED_PERSON_COUNTS, QUESTION_WORDS } from "../question-words.ts";
import type { SlackApi } from "./api.ts";
import { toBlockId } from "./interaction.ts";
import { findOwnMessage } from "./own-message.ts";

/**
 * Posts the question. It contains no text of the article, so that text deleted in the chat does not remain in a
 * question. https://docs.slack.dev/reference/block-kit/blocks/actions-block
 */
export async function postQuestion(api: SlackApi, question: ThreadQuestion): Promise<string> {
  const { id, channelId, threadId, askedOf, articleUrl } = question;
  return api.post(channelId, {
    thread_ts: threadId,
    text: `Lorekeep ${QUESTION_WORDS}. Is it right? ${articleUrl}`,
    blocks: [
      section(`<@${askedOf}>, Lorekeep ${QUESTION_WORDS}: <${articleUrl}|read it>. Is it right?`),
      {
        type: "actions",
        block_id: toBlockId(id),
        elements: listButtons(question).map(([answer, label]) => ({
          type: "button",
          action_id: answer,
          text: { type: "plain_text", text: label },
          value: id,
        })),
      },
      {
        type: "context",
        elements: [
          {
            type: "mrkdwn",
            text: ONLY_ASKED_PERSON_COUNTS,
          },
        ],
      },
    ],
    metadata: { event_type: "lorekeep_question", event_payload: { id } },
    unfurl_links: false,
    unfurl_media: false,
  });
}

export const findPostedQuestion = (api: SlackApi, question: ThreadQuestion, since: Date): Promise<string | null> =>
  findOwnMessage(api, question, toBlockId(question.id), since);

export async function showDecision(api: SlackApi, told: DecidedQuestion): Promise<void> {
  const { channelId, messageId, askedOf, articleUrl, answer } = told;
  const text = DECISION_WORDS[answer ?? "too-late"](`<@${askedOf}>`, `<${articleUrl}|the article>`);
  await api.replace(channelId, messageId, { text, blocks: [section(text)] });
}

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
