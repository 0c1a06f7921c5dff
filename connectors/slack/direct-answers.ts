import type { DirectConversation, DirectMessageAnswering, ThreadMessage } from "../chat-source.ts";
import type { SlackApi } from "./api.ts";
import type { SlackConfig } from "./manifest.ts";
import { mapMessage } from "./map.ts";

const PAGE = 200;
/** The most pages read of a conversation, from its beginning. */
const MOST_PAGES = 10;
/** https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts */
const MOST_PROMPTS = 4;
/** The names of people and channels are not needed for finding an article. */
const NO_NAMES = { user: () => undefined, channel: () => undefined, isBot: () => false };

export const createDirectMessageAnswering = (
  apiOf: (config: SlackConfig, signal: AbortSignal | undefined) => SlackApi,
): DirectMessageAnswering<SlackConfig> => ({
  forMembersAlone: false,
  read: (config, place, signal) => readDirect(apiOf(config, signal), place),
  showWorking: (config, place, signal) => showWorking(apiOf(config, signal), place),
  suggest: (config, channelId, suggestions, signal) =>
    apiOf(config, signal).setSuggestedPrompts(
      channelId,
      suggestions.slice(0, MOST_PROMPTS).map(({ title, question }) => ({ title, message: question })),
    ),
});

async function readDirect(api: SlackApi, { channelId, threadId }: DirectConversation): Promise<ThreadMessage[]> {
  const said = new Map<string, ThreadMessage>();
  let oldest = threadId;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { messages, more } = await api.replies(channelId, threadId, { oldest, limit: PAGE });
    for (const raw of messages) {
      const mapped = mapMessage(raw, NO_NAMES);
      if (!mapped || !("message" in mapped)) continue;
      const { externalId: messageId, author, text } = mapped.message;
      said.set(messageId, { messageId, by: author.externalId, text });
    }
    const last = (messages.at(-1) as { ts?: unknown } | undefined)?.ts;
    if (!more || typeof last !== "string" || last === oldest) break;
    oldest = last;
  }
  return [...said.values()];
}

const showWorking = (api: SlackApi, { channelId, threadId }: DirectConversation): Promise<void> =>
  api.setStatus(channelId, threadId, "is looking up what your team has said");
