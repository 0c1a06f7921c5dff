import type { QuestionAnswer, QuestionOutcome, ThreadQuestion, ToldAnswer } from "../chat-source.ts";
import type { SlackApi } from "./api.ts";
import { findOwnMessage } from "./own-message.ts";
import { blockOf } from "./press.ts";

const buttonsFor = ({ isPublished }: ThreadQuestion): [QuestionAnswer, string][] => [
  ["publish", isPublished ? "It is right" : "Publish"],
  ["fix", "Fix"],
  ["not-knowledge", "Not knowledge"],
];

/**
 * Says nothing of what the article says: a message that is deleted in the chat must not live on in a question about it.
 * https://docs.slack.dev/reference/block-kit/blocks/actions-block
 */
export async function ask(api: SlackApi, question: ThreadQuestion): Promise<string> {
  const { id, channelId, threadId, askedOf, articleUrl } = question;
  return api.post(channelId, {
    thread_ts: threadId,
    text: `Lorekeep wrote an article from your answer here. Is it right? ${articleUrl}`,
    blocks: [
      section(`<@${askedOf}>, Lorekeep wrote an article from your answer here: <${articleUrl}|read it>. Is it right?`),
      {
        type: "actions",
        block_id: blockOf(id),
        elements: buttonsFor(question).map(([answer, label]) => ({
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
            text: "Only the answer of the person asked counts. This thread is asked once, never again.",
          },
        ],
      },
    ],
    metadata: { event_type: "lorekeep_question", event_payload: { id } },
    unfurl_links: false,
    unfurl_media: false,
  });
}

export const findAsked = (api: SlackApi, question: ThreadQuestion, since: Date): Promise<string | null> =>
  findOwnMessage(api, question, blockOf(question.id), since);

export async function tell(api: SlackApi, told: ToldAnswer): Promise<void> {
  const { channelId, messageId, askedOf, articleUrl, answer } = told;
  const text = DECIDED[answer ?? "too-late"](`<@${askedOf}>`, `<${articleUrl}|the article>`);
  await api.replace(channelId, messageId, { text, blocks: [section(text)] });
}

const DECIDED: Record<QuestionOutcome | "too-late", (who: string, article: string) => string> = {
  publish: (who, article) => `${who} confirmed ${article}.`,
  fix: (who, article) => `${who} asked for ${article} to be fixed. It waits in the inbox of Lorekeep.`,
  fixed: (who, article) => `${who} corrected ${article}.`,
  "not-knowledge": (who) => `${who} said that this is not knowledge. The article was withdrawn.`,
  "too-late": () => "The article that this was about no longer exists.",
};

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
