import { joinHtml } from "../html-blocks.ts";
import { readSum } from "../html-sum.ts";
import { withAdded } from "../lost-words.ts";
import type { ServicenowApi } from "./api.ts";
import type { ServicenowArticle } from "./shapes.ts";

/**
 * ServiceNow takes every change, whatever it was made upon, but counts changes. Where more than ours came between our look and
 * our change, the record's history has what a person wrote: it is put back. Where the account may not see the history, it
 * stays there alone. Answers the record as it stands then.
 */
export async function putBackLostWords(
  api: ServicenowApi,
  before: ServicenowArticle,
  after: ServicenowArticle,
): Promise<ServicenowArticle> {
  const [from, until] = [Number(before.sys_mod_count), Number(after.sys_mod_count)];
  // Also when the instance tells no count.
  if (!(until - from > 1)) return after;
  const own = await api.userName();
  const others = (await api.textsBetween(before.sys_id, from, until)).filter(({ user }) => user !== own);
  const last = others.at(-1);
  if (!last) return after;
  const [base, theirs, ours] = [before.text, last.newvalue, after.text].map((text) => readSum("", text).blocks);
  const all = withAdded(base ?? [], theirs ?? [], ours ?? []);
  return all.length === ours?.length ? after : api.updateArticle(before.sys_id, { text: joinHtml(all) });
}
