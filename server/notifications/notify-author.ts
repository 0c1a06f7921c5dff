import { CHAT_MANIFESTS } from "../../connectors/manifests.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { whoExplained } from "../inbox/index.ts";
import { findMemberBehind } from "../library/care/index.ts";
import { type ConversationWriting } from "../library/save/index.ts";
import { asksIn, insertNotification } from "./news-queries.ts";

/** Platforms that we only read, where nobody can be asked in a thread. */
const SILENT: string[] = CHAT_MANIFESTS.filter(({ chat }) => !chat.questions).map(({ id }) => id);

/**
 * Asks the author of an answer here and by mail where the platform is only read, if a member has their proven address
 * and may read the article. In the transaction that writes it.
 */
export async function notifyAuthor(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  articleId: string,
  writing: ConversationWriting,
): Promise<void> {
  const author = whoExplained(writing);
  if (!author || !(await asksIn(scope, writing.channel.id, SILENT))) return;
  const userId = await findMemberBehind(scope, articleId, author.id);
  if (userId && (await insertNotification(scope, { kind: "asked", userId, articleId, mark: "asked" })))
    await events.notify(scope, { type: "notifications" });
}
