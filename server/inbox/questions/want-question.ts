import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { answererOf, type Writing } from "../../library/index.ts";
import { insertQuestion } from "./question-queries.ts";

/** Older conversations are not woken up: a first analysis reads years of it. */
const NEWEST_WITHIN_MS = 7 * 24 * 3_600_000;

/** Who gave the answer is to be asked in its thread, where the channel wants that. In the transaction that writes the article. */
export async function wantQuestion(
  scope: WorkspaceScope,
  articleId: string,
  { channel, conversation, article }: Writing,
): Promise<void> {
  const said = conversation.messages;
  const newest = said.at(-1)?.sentAt.getTime() ?? 0;
  if (Date.now() - newest > NEWEST_WITHIN_MS) return;
  const answerer = answererOf(said, article);
  const threadId = said.find(({ author, threadId }) => author.externalId === answerer?.id && threadId)?.threadId;
  if (!answerer || !threadId) return;
  await insertQuestion(scope, { id: newId(), channelId: channel.id, threadId, articleId, askedOf: answerer.id });
}
