import { newId } from "../db/new-id.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import { findPersonName, insertLog } from "./record-queries.ts";

export interface ActivityEntry {
  type: "article_created" | "message_analyzed" | "error" | "change";
  /** A sentence that says what happened. For an error, also the consequences and the remedy. */
  message: string;
  /** Data for people: ids, names, counts. Never a secret or another server's answer. */
  data?: Record<string, unknown>;
  /** The channels that the text names. By default, those of the article `data.articleId`. */
  channelIds?: string[];
  /** The id of the person who acted; missing or null if the product acted by itself. */
  by?: string | null;
}

/** Writes one line to the workspace's log, in the action's transaction. */
export async function recordActivity(
  scope: WorkspaceScope,
  events: BrowserEvents,
  { type, message, data = {}, channelIds, by }: ActivityEntry,
): Promise<void> {
  const id = newId();
  const name = by ? await findPersonName(scope, by) : null;
  const told = name ? { message: `${message} By ${name}.`, data: { ...data, by: name } } : { message, data };
  await insertLog(scope, { id, type, ...told }, { channelIds, articleId: data.articleId });
  await events.notify(scope, { type: "log", id });
}
