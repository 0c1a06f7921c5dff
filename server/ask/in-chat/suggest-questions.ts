import type { ChatReply, DirectConversationOpened, SuggestedQuestion } from "../../../connectors/chat-source.ts";
import { scopeForReader } from "../../db/audience.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { EventReceiver } from "../../ingest/live/index.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { chooseDirectIntegration } from "./chat-answer-queries.ts";
import { findMemberInChat } from "./private-question-queries.ts";
import { listSuggestedTitles } from "./suggestion-queries.ts";

const MOST_SUGGESTED = 4;
const LONGEST_CALL_MS = 5000;

/**
 * Suggests questions about readable articles to a member who opens the conversation with the app. Others see the app's default
 * questions. Runs in the background.
 */
export async function suggestQuestions(
  deps: Deps,
  opened: DirectConversationOpened,
  receivers: EventReceiver[],
): Promise<ChatReply> {
  suggest(deps, opened, receivers).catch(() =>
    deps.log.warn("Who opened the conversation with the app could not be offered questions"),
  );
  return null;
}

async function suggest(
  deps: Deps,
  { openedWith, by }: DirectConversationOpened,
  receivers: EventReceiver[],
): Promise<void> {
  const answering = await chooseDirectIntegration(deps.db, receivers, by);
  if (!answering) return;
  const { workspaceId, id } = answering;
  const found = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const integration = await getChatIntegration(scope, id);
    const member = await findMemberInChat(scope, integration, by);
    if (!member) return null;
    return { integration, titles: await listSuggestedTitles(scopeForReader(scope, member.userId), MOST_SUGGESTED) };
  });
  if (!found || found.titles.length === 0) return;
  const { integration, titles } = found;
  const { answers } = findChatSource(deps.connectors, integration.platform) ?? {};
  const config = openChatConfig(deps.secrets, integration);
  const suggestions = titles.map((title): SuggestedQuestion => ({ title, question: title }));
  await answers?.directly?.suggest?.(config, openedWith, suggestions, AbortSignal.timeout(LONGEST_CALL_MS));
}
