import type { CallClocks } from "../call-clocks.ts";
import { afterWriting, MissingPermission, NotFound } from "../errors.ts";
import { joinHtml } from "../html-blocks.ts";
import { renderHtml } from "../html-render.ts";
import { contentVersion, readSum, withSum } from "../html-sum.ts";
import { htmlTextOf } from "../html-text.ts";
import type { Fetch } from "../http.ts";
import {
  type BeforeSending,
  type FoundPage,
  type KnowledgeTarget,
  MARKER,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  type TargetCheck,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { fittingTitle } from "../page-title.ts";
import { putAway, withoutNote } from "../put-away.ts";
import { type IntercomAdmin, IntercomApi, type IntercomArticle } from "./api.ts";
import { collectionOf, collectionsBelow, intercomFolders } from "./folders.ts";
import { putBackLostWords } from "./lost-words.ts";
import type { IntercomConfig } from "./manifest.ts";
import { collectionIdOf, siteOf } from "./site.ts";

/** Our clock and Intercom's may differ by this much. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
const MAX_TITLE_LENGTH = 255;

export interface IntercomTargetOptions {
  fetch: Fetch;
  timeoutMs?: number;
  /** Shared between processes; this process's own when absent. */
  clocks?: CallClocks | undefined;
}

const BLOCKS: Pick<KnowledgeTarget<never>, "render" | "textOf"> = {
  // Intercom's editor knows neither superscript nor struck-out words.
  render: (content) => renderHtml(content, { numbers: "characters", hasNoStrike: true }),
  textOf: htmlTextOf,
};

/** Intercom takes no version back: what is there is read right before it is replaced, and what it replaced is looked at. */
export function createIntercomTarget({
  fetch,
  timeoutMs,
  clocks,
}: IntercomTargetOptions): KnowledgeTarget<IntercomConfig> {
  const pace = createPace("Intercom", undefined, undefined, clocks);
  const connect = (config: IntercomConfig, signal?: AbortSignal) =>
    new IntercomApi({ fetch, pace, timeoutMs }, siteOf(config), config.apiKey, signal);

  return {
    ...BLOCKS,

    check: (config, signal) => checkPlace(connect(config, signal), config),
    publish: (config, page, signal, before) => publishArticle(connect(config, signal), config, page, before),
    update: (config, externalId, update, signal, before) =>
      updateArticle(connect(config, signal), externalId, update, before),

    find: (config, { marker, createdAfter, known }, signal) =>
      ownArticles(connect(config, signal), config, { createdAfter, known }, (found) => found === marker),
    listUnknown: (config, wanted, signal) => ownArticles(connect(config, signal), config, wanted, () => true),

    async read(config, externalId, signal) {
      const api = connect(config, signal);
      let article = await api.article(externalId);
      if (!article) {
        // One 404 is no proof.
        await findCollection(api, config);
        article = await api.article(externalId);
      }
      return article && remotePage(api, await api.me(), article);
    },

    async move(config, externalId, folderId, signal) {
      const parent_id = collectionOf(config, folderId);
      await connect(config, signal).updateArticle(externalId, { parent_id, parent_type: "collection" });
    },
    folders: intercomFolders(connect),

    archive: (config, externalId, signal) => archiveArticle(connect(config, signal), externalId),
    restore: (config, externalId, signal) => restoreArticle(connect(config, signal), externalId),
  };
}

async function checkPlace(api: IntercomApi, config: IntercomConfig): Promise<TargetCheck> {
  const me = await api.me();
  const { id, name } = await findCollection(api, config);
  await api.expectMayWrite();
  const account = me.name || me.email || "a teammate of Intercom";
  const where = me.app?.name ? ` in ${me.app.name}` : "";
  return { account: account + where, place: `Collection ${name} (${id})`, warnings: [] };
}

async function publishArticle(
  api: IntercomApi,
  config: IntercomConfig,
  { title, blocks }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const me = await api.me();
  const fitting = fittingTitle(title, MAX_TITLE_LENGTH);
  const place = {
    author_id: Number(me.id),
    parent_id: Number(collectionIdOf(config)),
    parent_type: "collection",
  } as const;
  const made = { ...place, title: fitting, body: withSum(fitting, blocks), state: "draft" } as const;
  const article = await api.createArticle(made, before).catch(async (error: unknown) => {
    if (error instanceof NotFound) await findCollection(api, config);
    throw error;
  });
  return remotePage(api, me, article);
}

async function updateArticle(
  api: IntercomApi,
  externalId: string,
  { title, blocks, expectedVersion }: PageUpdate,
  before?: BeforeSending,
): Promise<RemotePage> {
  const me = await api.me();
  const article = await api.article(externalId);
  if (!article) throw new NotFound("The article is gone from Intercom.");
  const current = remotePage(api, me, article);
  if (current.state === "trashed" || current.version !== expectedVersion)
    throw new PageChanged("Somebody edited the article in Intercom.");
  const fitting = fittingTitle(title, MAX_TITLE_LENGTH);
  const change = { title: fitting, body: withSum(fitting, blocks) };
  const after = await api.updateArticle(externalId, change, before);
  return afterWriting("Intercom", async () =>
    remotePage(api, me, await putBackLostWords(api, me, { before: article, after })),
  );
}

async function archiveArticle(api: IntercomApi, externalId: string): Promise<void> {
  const article = await api.article(externalId);
  if (!article || isPutAway(article)) return;
  const body = putAway(article.body ?? "", article.state === "draft");
  await api.updateArticle(externalId, { body, state: "draft" });
}

async function restoreArticle(api: IntercomApi, externalId: string): Promise<RemotePage | null> {
  const article = await api.article(externalId);
  if (!article) return null;
  const me = await api.me();
  if (!isPutAway(article)) return remotePage(api, me, article);
  const { blocks, before } = withoutNote(article.body ?? "");
  const change = { body: joinHtml(blocks), state: before ?? "draft" };
  return remotePage(api, me, await api.updateArticle(externalId, change));
}

async function findCollection(api: IntercomApi, config: IntercomConfig): Promise<{ id: string; name: string }> {
  const id = collectionIdOf(config);
  const found = await api.collection(id);
  if (found) return found;
  const message = `There is no collection with the ID ${id} that the app can see.`;
  throw new MissingPermission(message, "Read and write articles");
}

/** The account's own articles in the collection and those below it that are wanted, oldest first; not those that were put away. */
async function ownArticles(
  api: IntercomApi,
  config: IntercomConfig,
  { createdAfter, known }: { createdAfter: Date; known?: ReadonlySet<string> | undefined },
  isWanted: (marker: string) => boolean,
): Promise<FoundPage[]> {
  const since = (createdAfter.getTime() - CLOCK_SKEW_MS) / 1000;
  const me = await api.me();
  const { id: rootId } = await findCollection(api, config);
  const places = new Set([rootId, ...collectionsBelow(await api.collections(), rootId).map(({ id }) => id)]);
  const found = new Map<string, IntercomArticle & { marker: string }>();
  for await (const list of api.articles()) {
    if (list.every((article) => article.updated_at < since)) break;
    for (const article of list) {
      const marker = article.body?.match(MARKER)?.[0];
      const isThere = [article.parent_id, ...(article.parent_ids ?? [])].some((id) => id && places.has(id));
      const isOurs = article.author_id === me.id && isThere && !known?.has(article.id) && !isPutAway(article);
      if (marker && isOurs && article.created_at >= since && isWanted(marker))
        found.set(article.id, { ...article, marker });
    }
  }
  return [...found.values()]
    .sort((one, other) => one.created_at - other.created_at || Number(one.id) - Number(other.id))
    .map(({ marker, ...article }) => {
      const { isUntouched } = readSum(article.title ?? "", joinHtml(withoutNote(article.body ?? "").blocks));
      return { ...remotePage(api, me, article), marker, isUntouched };
    });
}

const isPutAway = ({ state, body }: IntercomArticle) => state === "draft" && withoutNote(body ?? "").before !== null;

/** Only a published article has an address for customers; a draft is opened where teammates edit it. */
function remotePage({ site }: IntercomApi, { app }: IntercomAdmin, article: IntercomArticle): RemotePage {
  const { id, title, body, url, state } = article;
  const html = body ?? "";
  const editor = `${site.app}/a/apps/${encodeURIComponent(app?.id_code ?? "_")}/articles/articles/${id}/show`;
  const isPublic = state === "published" && url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return {
    externalId: id,
    url: isPublic ? url : editor,
    title: title ?? "",
    version: contentVersion(title, html),
    blocks: readSum(title ?? "", joinHtml(withoutNote(html).blocks)).blocks,
    state: isPutAway(article) ? "trashed" : "current",
  };
}
