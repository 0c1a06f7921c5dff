import type { QuestionAnswer, ThreadQuestion, ToldAnswer } from "../chat-source.ts";
import type { SlackApi } from "./api.ts";
import { blockOf } from "./press.ts";

const buttonsFor = ({ isPublished }: ThreadQuestion): [QuestionAnswer, string][] => [
  ["publish", isPublished ? "It is right" : "Publish"],
  ["fix", "Fix"],
  ["not-knowledge", "Not knowledge"],
];
const PAGE = 200;

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

/** Read in the thread itself, because Slack has no key that makes posting twice harmless. */
export async function findAsked(
  api: SlackApi,
  { id, channelId, threadId }: ThreadQuestion,
  since: Date,
): Promise<string | null> {
  let oldest = String(since.getTime() / 1000);
  for (;;) {
    const { messages, more } = await api.replies(channelId, threadId, { oldest, limit: PAGE });
    const read = messages as { ts?: unknown; blocks?: { block_id?: unknown }[] }[];
    const found = read.find(({ blocks }) => Array.isArray(blocks) && blocks.some((of) => of?.block_id === blockOf(id)));
    if (typeof found?.ts === "string") return found.ts;
    const last = read.at(-1)?.ts;
    if (!more || typeof last !== "string" || last === oldest || last === threadId) return null;
    oldest = last;
  }
}

export async function tell(api: SlackApi, told: ToldAnswer): Promise<void> {
  const { channelId, messageId, askedOf, articleUrl, answer } = told;
  const text = DECIDED[answer ?? "too-late"](`<@${askedOf}>`, `<${articleUrl}|the article>`);
  await api.replace(channelId, messageId, { text, blocks: [section(text)] });
}

const DECIDED: Record<QuestionAnswer | "too-late", (who: string, article: string) => string> = {
  publish: (who, article) => `${who} confirmed ${article}.`,
  fix: (who, article) => `${who} asked for ${article} to be fixed. It waits in the inbox of Lorekeep.`,
  "not-knowledge": (who) => `${who} said that this is no knowledge. The article was taken back.`,
  "too-late": () => "The article that this was about no longer exists.",
};

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
