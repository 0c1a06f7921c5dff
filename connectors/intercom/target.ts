import { addArchiveNote, removeArchiveNote } from "../archive-note.ts";
import type { ConnectorOptions } from "../connector-options.ts";
import { NotFound, runAfterAcceptedWrite } from "../errors.ts";
import { joinHtml } from "../html-blocks.ts";
import { renderHtml } from "../html-render.ts";
import { addChecksum } from "../html-sum.ts";
import { readHtmlText } from "../html-text.ts";
import {
  type BeforeSending,
  filterDestinations,
  type KnowledgeTarget,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  type TargetCheckResult,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { fitTitle } from "../page-title.ts";
import { IntercomApi } from "./api.ts";
import { listChoices } from "./choice.ts";
import { chooseCollection, createIntercomFolders } from "./folders.ts";
import type { IntercomConfig } from "./manifest.ts";
import { restoreOverwrittenText } from "./overwritten-text.ts";
import { listOwnArticles } from "./own-pages.ts";
import { findCollection, isArchivedArticle, toRemotePage } from "./pages.ts";
import { getSite, parseCollectionId } from "./site.ts";
import { findGone, listPages, readPage } from "./wiki.ts";

const MAX_TITLE_LENGTH = 255;

const BLOCKS: Pick<KnowledgeTarget<IntercomConfig>, "render" | "textOf" | "placeKey"> = {
  // A collection's number is unique across all workspaces of Intercom.
  placeKey: parseCollectionId,
  // Intercom's editor supports neither superscript nor struck-out words.
  render: (content) => renderHtml(content, { numbers: "characters", hasNoStrike: true }),
  textOf: readHtmlText,
};

/**
 * Publishes articles to Intercom, which has no conditional updates. The article is read directly before it is replaced,
 * and the replaced version is checked afterwards.
 */
export function createIntercomTarget({ fetch, timeoutMs, clocks }: ConnectorOptions): KnowledgeTarget<IntercomConfig> {
  const pace = createPace("Intercom", undefined, undefined, clocks);
  const connect = (config: IntercomConfig, signal?: AbortSignal) =>
    new IntercomApi({ fetch, pace, timeoutMs }, getSite(config), config.apiKey, signal);

  return {
    ...BLOCKS,

    check: (config, signal) => checkPlace(connect(config, signal), config),
    listPlaces: async (config, text, signal) =>
      filterDestinations(
        (await connect(config, signal).collections()).map(({ id, name }) => ({ id, name })),
        text,
      ),
    publish: (config, page, signal, before) => publishArticle(connect(config, signal), config, page, before),
    update: (config, externalId, update, signal, before) =>
      updateArticle(connect(config, signal), externalId, update, before),

    find: (config, { marker, createdAfter, known }, signal) =>
      listOwnArticles(connect(config, signal), config, { createdAfter, known }, (found) => found === marker),
    listUnknown: (config, wanted, signal) => listOwnArticles(connect(config, signal), config, wanted, () => true),

    async read(config, externalId, signal) {
      const api = connect(config, signal);
      let article = await api.article(externalId);
      if (!article) {
        // Checks the collection too, because a single 404 does not prove that the article is gone.
        await findCollection(api, config);
        article = await api.article(externalId);
      }
      return article && toRemotePage(api, await api.me(), article);
    },

    async move(config, externalId, folderId, signal) {
      const parent_id = chooseCollection(config, folderId);
      await connect(config, signal).updateArticle(externalId, { parent_id, parent_type: "collection" });
    },
    folders: createIntercomFolders(connect),

    archive: (config, externalId, signal) => archiveArticle(connect(config, signal), externalId),
    restore: (config, externalId, signal) => restoreArticle(connect(config, signal), externalId),

    hidesReaders: true,
    listPages: async (config, request, signal) => listPages(connect(config, signal), request),
    readPage: async (config, externalId, signal) => readPage(connect(config, signal), externalId),
    findGone: (config, asked, signal) => findGone(connect(config, signal), asked),
    listChoices: (config, request, signal) => listChoices(connect(config, signal), request),
  };
}

async function checkPlace(api: IntercomApi, config: IntercomConfig): Promise<TargetCheckResult> {
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
  const fitting = fitTitle(title, MAX_TITLE_LENGTH);
  const place = {
    author_id: Number(me.id),
    parent_id: Number(parseCollectionId(config)),
    parent_type: "collection",
  } as const;
  const made = { ...place, title: fitting, body: addChecksum(fitting, blocks), state: "draft" } as const;
  const article = await api.createArticle(made, before).catch(async (error: unknown) => {
    if (error instanceof NotFound) await findCollection(api, config);
    throw error;
  });
  return toRemotePage(api, me, article);
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
  const current = toRemotePage(api, me, article);
  if (current.state === "trashed" || current.version !== expectedVersion)
    throw new PageChanged("Somebody edited the article in Intercom.");
  const fitting = fitTitle(title, MAX_TITLE_LENGTH);
  const change = { title: fitting, body: addChecksum(fitting, blocks) };
  const after = await api.updateArticle(externalId, change, before);
  return runAfterAcceptedWrite("Intercom", async () =>
    toRemotePage(api, me, await restoreOverwrittenText(api, me, { before: article, after })),
  );
}

async function archiveArticle(api: IntercomApi, externalId: string): Promise<void> {
  const article = await api.article(externalId);
  if (!article || isArchivedArticle(article)) return;
  const body = addArchiveNote(article.body ?? "", article.state === "draft");
  await api.updateArticle(externalId, { body, state: "draft" });
}

async function restoreArticle(api: IntercomApi, externalId: string): Promise<RemotePage | null> {
  const article = await api.article(externalId);
  if (!article) return null;
  const me = await api.me();
  if (!isArchivedArticle(article)) return toRemotePage(api, me, article);
  const { blocks, before } = removeArchiveNote(article.body ?? "");
  const change = { body: joinHtml(blocks), state: before ?? "draft" };
  return toRemotePage(api, me, await api.updateArticle(externalId, change));
}
