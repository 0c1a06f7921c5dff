import type { SlackApi } from "./api.ts";

const PAGE = 200;

/**
 * Returns the `ts` of the thread's message with our block of this id; null without one. Searches the thread itself,
 * because Slack cannot recognize a repeated post.
 */
export async function findOwnMessage(
  api: SlackApi,
  { channelId, threadId }: { channelId: string; threadId: string },
  blockId: string,
  since: Date,
): Promise<string | null> {
  let oldest = String(since.getTime() / 1000);
  for (;;) {
    const { messages, more } = await api.replies(channelId, threadId, { oldest, limit: PAGE });
    const read = messages as { ts?: unknown; blocks?: { block_id?: unknown }[] }[];
    const found = read.find(({ blocks }) => Array.isArray(blocks) && blocks.some((of) => of?.block_id === blockId));
    if (typeof found?.ts === "string") return found.ts;
    const last = read.at(-1)?.ts;
    if (!more || typeof last !== "string" || last === oldest || last === threadId) return null;
    oldest = last;
  }
}
