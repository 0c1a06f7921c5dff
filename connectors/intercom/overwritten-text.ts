import { joinHtml } from "../html-blocks.ts";
import { readChecksum } from "../html-sum.ts";
import { mergeAddedBlocks } from "../overwritten-text.ts";
import type { IntercomApi } from "./api.ts";
import type { ArticleVersion, IntercomAdmin, IntercomArticle } from "./shapes.ts";

/**
 * Restores a person's changes that our update overwrote. Intercom has no conditional updates, but it stores every
 * version. Changes saved between our read and our update are restored from a version. If the app cannot read versions,
 * the changes remain only there. Returns the article's new state.
 */
export async function restoreOverwrittenText(
  api: IntercomApi,
  me: IntercomAdmin,
  { before, after }: { before: IntercomArticle; after: IntercomArticle },
): Promise<IntercomArticle> {
  const isOurs = ({ created_via, created_by_id }: ArticleVersion) => created_via === "api" && created_by_id === me.id;
  // Times are whole seconds, so the list may include the version that we read. That version adds nothing new.
  const since = (await api.versions(before.id)).filter((version) => version.created_at >= before.updated_at);
  const last = since.find((version) => !isOurs(version));
  const theirs = last && (await api.version(before.id, last.id));
  if (!theirs) return after;
  const [base, added, ours] = [before, theirs, after].map(({ body }) => readChecksum("", body ?? "").blocks);
  const all = mergeAddedBlocks(base ?? [], added ?? [], ours ?? []);
  const isRenamed = Boolean(theirs.title) && theirs.title !== before.title;
  if (all.length === ours?.length && !isRenamed) return after;
  return api.updateArticle(before.id, { body: joinHtml(all), ...(isRenamed && { title: theirs.title ?? "" }) });
}
