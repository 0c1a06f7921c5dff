import type { ConnectorOptions } from "../connector-options.ts";
import { afterWriting, NotFound } from "../errors.ts";
import { joinHtml } from "../html-blocks.ts";
import { renderHtml } from "../html-render.ts";
import { withSum } from "../html-sum.ts";
import { htmlTextOf } from "../html-text.ts";
import {
  type BeforeSending,
  type KnowledgeTarget,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  type TargetCheck,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { fittingTitle } from "../page-title.ts";
import { putAway, withoutNote } from "../put-away.ts";
import { IntercomApi } from "./api.ts";
import { collectionOf, intercomFolders } from "./folders.ts";
import type { IntercomConfig } from "./manifest.ts";
import { restoreOverwritten } from "./overwritten-text.ts";
import { ownArticles } from "./own-pages.ts";
import { findCollection, isPutAway, remotePage } from "./pages.ts";
import { collectionIdOf, siteOf } from "./site.ts";

const MAX_TITLE_LENGTH = 255;

const BLOCKS: Pick<KnowledgeTarget<never>, "render" | "textOf"> = {
  // Intercom's editor supports neither superscript nor struck-out words.
  render: (content) => renderHtml(content, { numbers: "characters", hasNoStrike: true }),
  textOf: htmlTextOf,
};

/** Intercom has no conditional updates: the article is read right before it is replaced, and the replaced version checked. */
export function createIntercomTarget({ fetch, timeoutMs, clocks }: ConnectorOptions): KnowledgeTarget<IntercomConfig> {
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
        // Checks the collection too, because one 404 proves nothing.
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
    remotePage(api, me, await restoreOverwritten(api, me, { before: article, after })),
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
