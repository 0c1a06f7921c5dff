import { joinHtml } from "../html-blocks.ts";
import { readChecksum } from "../html-sum.ts";
import { mergeAddedBlocks } from "../overwritten-text.ts";
import type { ServicenowApi } from "./api.ts";
import type { ServicenowArticle } from "./shapes.ts";

/**
 * Restores a person's changes that our update overwrote. ServiceNow has no conditional updates, but it counts changes.
 * If more than our change was made between our read and our update, the person's text is in the record's history and is
 * restored. If the account cannot read the history, the text remains only there. Returns the record's new state.
 */
export async function restoreOverwrittenText(
  api: ServicenowApi,
  before: ServicenowArticle,
  after: ServicenowArticle,
): Promise<ServicenowArticle> {
  const [from, until] = [Number(before.sys_mod_count), Number(after.sys_mod_count)];
  // Nothing to restore: only our change was made, or ServiceNow does not report the count.
  if (!(until - from > 1)) return after;
  const own = await api.userName();
  const others = (await api.textsBetween(before.sys_id, from, until)).filter(({ user }) => user !== own);
  const last = others.at(-1);
  if (!last) return after;
  const [base, theirs, ours] = [before.text, last.newvalue, after.text].map((text) => readChecksum("", text).blocks);
  const all = mergeAddedBlocks(base ?? [], theirs ?? [], ours ?? []);
  return all.length === ours?.length ? after : api.updateArticle(before.sys_id, { text: joinHtml(all) });
}
