import * as z from "zod";
import { NotFound, Refused } from "../errors.ts";
import { PageChanged } from "../knowledge-target.ts";
import { editMarkup } from "../markup-edit.ts";
import type { BeforeRepair, PlannedRepair, RepairedPage, RepairRequest, UnconfirmedRepair } from "../wiki-repair.ts";
import type { WikiApi } from "./api.ts";
import { toHttpAddress } from "./pages.ts";
import { WIKITEXT_FORMAT } from "./wikitext-format.ts";
import { savePersonEdit } from "./writing.ts";

const revision = z.object({
  revid: z.number(),
  comment: z.string().nullish(),
  slots: z.object({ main: z.object({ content: z.string().nullish(), contentmodel: z.string().nullish() }) }).nullish(),
});
const pageList = z.object({
  query: z.object({
    pages: z.array(
      z.object({
        pageid: z.number().nullish(),
        missing: z.boolean().nullish(),
        canonicalurl: z.string().nullish(),
        revisions: z.array(revision).nullish(),
      }),
    ),
  }),
});
const INFO = { prop: "info|revisions", inprop: "url" };
/** The number of versions after the expected version in which our edit is searched. */
const MOST_VERSIONS = "50";

export async function planRepair(api: WikiApi, repair: RepairRequest): Promise<PlannedRepair> {
  const { version, source } = await current(api, repair);
  const { edit, shown } = editMarkup(WIKITEXT_FORMAT, source, repair.change);
  return { version, edit, shown };
}

export async function repairPage(api: WikiApi, repair: RepairRequest, before?: BeforeRepair): Promise<RepairedPage> {
  const { pageId, version, url, source } = await current(api, repair);
  const planned = editMarkup(WIKITEXT_FORMAT, source, repair.change);
  const { edit, shown } = planned;
  const announce = before && (() => before({ version, edit, shown }));
  const change = { text: planned.source, summary: repair.note };
  return { version: await savePersonEdit(api, { pageId, version }, change, announce), url };
}

/** Finds the version after the expected one whose summary contains the key. */
export async function findRepair(
  api: WikiApi,
  { externalId, key, planned }: UnconfirmedRepair,
): Promise<RepairedPage | null> {
  const since = { rvstartid: planned.version, rvdir: "newer", rvlimit: MOST_VERSIONS, rvprop: "ids|comment" };
  const [found] = (await api.read({ pageids: externalId, ...INFO, ...since }, pageList)).query.pages;
  const made = found?.revisions?.find(({ comment }) => comment?.includes(key));
  return made ? { version: String(made.revid), url: toHttpAddress(found?.canonicalurl) } : null;
}

async function current(api: WikiApi, { externalId, expectedVersion }: RepairRequest) {
  const content = { rvprop: "ids|content", rvslots: "main" };
  const [found] = (await api.read({ pageids: externalId, ...INFO, ...content }, pageList)).query.pages;
  const [last] = found?.revisions ?? [];
  if (!found || found.missing || !last) throw new NotFound("The page is gone from the wiki.");
  const version = String(last.revid);
  if (expectedVersion !== null && version !== expectedVersion)
    throw new PageChanged("Somebody edited the page in the wiki.");
  const { content: source, contentmodel } = last.slots?.main ?? {};
  if (typeof source !== "string" || (contentmodel ?? "wikitext") !== "wikitext")
    throw new Refused("The text of this page is hidden, or is no wikitext. Change it in the wiki.");
  const pageId = found.pageid ?? null;
  return { pageId, version, url: toHttpAddress(found.canonicalurl), source };
}
