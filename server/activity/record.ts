import { newId } from "../db/new-id.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import { insertLog, nameOfPerson } from "./record-queries.ts";

export interface Activity {
  type: "article_created" | "message_analyzed" | "error" | "change";
  /** A sentence: what happened, and for an error what was kept and what to do. */
  message: string;
  /** What a person can use: ids, names, counts. Never a secret, never a remote body. */
  data?: Record<string, unknown>;
  /** The channels whose words the line holds. Absent: those of the article that `data.articleId` names. */
  channelIds?: string[];
  /** The id of the person who did it; absent or null: it happened by itself. */
  by?: string | null;
}

/** Writes one line of the workspace's log, in the transaction that did what it tells. */
export async function recordActivity(
  scope: WorkspaceScope,
  events: BrowserEvents,
  { type, message, data = {}, channelIds, by }: Activity,
): Promise<void> {
  const id = newId();
  const name = by ? await nameOfPerson(scope, by) : null;
  const told = name ? { message: `${message} By ${name}.`, data: { ...data, by: name } } : { message, data };
  await insertLog(scope, { id, type, ...told }, { channelIds, articleId: data.articleId });
  await events.notify(scope, { type: "log", id });
}
