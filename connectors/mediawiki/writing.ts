import * as z from "zod";
import { MissingPermission, NotFound } from "../errors.ts";
import { type BeforeSending, PageChanged } from "../knowledge-target.ts";
import type { WikiApi } from "./api.ts";
import type { MediaWikiConfig } from "./manifest.ts";
import { readPageFile } from "./page-file.ts";
import { readPage, type WikiPage } from "./pages.ts";

const saved = z.object({
  edit: z.object({
    result: z.string(),
    pageid: z.number().nullish(),
    title: z.string().nullish(),
    oldrevid: z.number().nullish(),
    newrevid: z.number().nullish(),
    nochange: z.boolean().nullish(),
  }),
});

/**
 * Saves a page: https://www.mediawiki.org/wiki/API:Edit. An edit with the field `bot` can be hidden in the list of
 * recent changes.
 */
async function save(api: WikiApi, form: Record<string, string>, before?: BeforeSending) {
  const { edit } = await api.write("edit", { ...form, watchlist: "nochange" }, saved, before);
  if (edit.result === "Success") return edit;
  throw new MissingPermission(
    "The wiki asks for a captcha before it saves links. Put the account into a group that needs none, such as Bots.",
    "skipcaptcha",
  );
}

export async function createPage(
  api: WikiApi,
  config: MediaWikiConfig,
  { wikiTitle, text }: Pick<WikiPage, "wikiTitle" | "text">,
  before?: BeforeSending,
): Promise<WikiPage> {
  const form = { title: wikiTitle, text, createonly: "1", summary: "Lorekeep: published", bot: "1" };
  const made = await save(api, form, before);
  const title = made.title ?? wikiTitle;
  return {
    firstVersion: String(made.newrevid),
    pageId: made.pageid ?? null,
    wikiTitle: title,
    url: addressOf(config, title),
    version: String(made.newrevid),
    parentVersion: 0,
    editor: "",
    text,
    file: readPageFile(text),
    state: "current",
  };
}

/** Builds a page's address. Every wiki accepts this form and redirects to its own shorter form. */
function addressOf({ baseUrl }: MediaWikiConfig, wikiTitle: string): string {
  const title = encodeURIComponent(wikiTitle.replaceAll(" ", "_"));
  return `${baseUrl.replace(/api\.php$/, "index.php")}?title=${title}`;
}

const edited = (
  { pageId, version }: Pick<WikiPage, "pageId" | "version">,
  change: { text: string; summary: string },
) => ({
  ...change,
  pageid: String(pageId),
  nocreate: "1",
  baserevid: version,
});

/**
 * Saves an edit that a person requested, so it is not marked as a bot's. The wiki merges it with a simultaneous edit
 * elsewhere on the page, and refuses it if both edits change the same text.
 */
export async function savePersonEdit(
  api: WikiApi,
  page: Pick<WikiPage, "pageId" | "version">,
  change: { text: string; summary: string },
  before?: BeforeSending,
): Promise<string> {
  return String((await save(api, edited(page, change), before)).newrevid ?? page.version);
}

/**
 * Saves a page's text and returns its new version. Throws `PageChanged` if the page no longer has the version that was
 * read.
 */
export async function saveText(
  api: WikiApi,
  { pageId, version }: Pick<WikiPage, "pageId" | "version">,
  change: { text: string; summary: string; minor?: "1" },
  before?: BeforeSending,
): Promise<string> {
  const after = await save(api, { ...edited({ pageId, version }, change), bot: "1" }, before);
  // The wiki may have merged the text with a simultaneous edit. The error makes the caller read the page and merge
  // again.
  if (!after.nochange && String(after.oldrevid) !== version) throw createPageChangedError();
  return String(after.newrevid ?? version);
}

export const createPageChangedError = () => new PageChanged("Somebody edited the page in the wiki.");

export interface PageRename {
  wikiTitle: string;
  reason: string;
  /** True if no redirect may remain at the old title. */
  erasesOldTitle?: boolean | undefined;
}

const moved = z.object({ move: z.looseObject({ redirectcreated: z.boolean().nullish() }) });

/**
 * Renames the page before its text changes, because the new title may be taken. The old title redirects to the page,
 * unless `erasesOldTitle` is set.
 */
export async function renamePage(
  api: WikiApi,
  found: WikiPage,
  { wikiTitle, reason, erasesOldTitle = false }: PageRename,
  before?: BeforeSending,
): Promise<WikiPage> {
  const form = { fromid: String(found.pageId), to: wikiTitle, reason, ...(erasesOldTitle && { noredirect: "1" }) };
  // https://www.mediawiki.org/wiki/API:Move
  const { move } = await api.write("move", form, moved, before);
  // Without the right `suppressredirect`, the wiki creates a redirect, which is deleted here.
  if (erasesOldTitle && move.redirectcreated === true) await remove(api, { title: found.wikiTitle, reason });
  const now = await readPage(api, found.firstVersion);
  if (!now || String(now.parentVersion) !== found.version) throw createPageChangedError();
  return now;
}

/** Deletes a page. The reason is required, because without one the wiki would write the page's words into its log. */
export const deletePage = (api: WikiApi, { pageId }: Pick<WikiPage, "pageId">, reason: string): Promise<void> =>
  remove(api, { pageid: String(pageId), reason });

async function remove(api: WikiApi, form: Record<string, string>): Promise<void> {
  // https://www.mediawiki.org/wiki/API:Delete
  await api.write("delete", form, z.object({ delete: z.looseObject({}) })).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error;
  });
}
