import { CHAT_MANIFESTS } from "../../connectors/manifests.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { findAnswererToAsk } from "../inbox/index.ts";
import { findMemberByAuthor } from "../library/care/index.ts";
import { type ConversationWriting } from "../library/save/index.ts";
import { insertNotification, isAskingInThreads } from "./news-queries.ts";

/** Platforms on which the product cannot post, so that it cannot ask people in a thread. */
const READ_ONLY_PLATFORMS: string[] = CHAT_MANIFESTS.filter(({ chat }) => !chat.questions).map(({ id }) => id);

/**
 * Asks an answer's author in the product and by mail, if the platform is read-only. A member must have an e-mail
 * address that is confirmed as the author's, and may read the article. Runs in the transaction that writes the answer's
 * article.
 */
export async function notifyAuthor(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  articleId: string,
  writing: ConversationWriting,
): Promise<void> {
  const author = findAnswererToAsk(writing);
  if (!author || !(await isAskingInThreads(scope, writing.channel.id, READ_ONLY_PLATFORMS))) return;
  const userId = await findMemberByAuthor(scope, articleId, author.id);
  if (userId && (await insertNotification(scope, { kind: "asked", userId, articleId, mark: "asked" })))
    await events.notify(scope, { type: "notifications" });
}
