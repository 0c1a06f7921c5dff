import { addArchiveNote, removeArchiveNote } from "../archive-note.ts";
import type { ConnectorOptions } from "../connector-options.ts";
import { MissingPermission, NotFound, Refused } from "../errors.ts";
import { joinHtml } from "../html-blocks.ts";
import { renderHtml } from "../html-render.ts";
import { readHtmlText } from "../html-text.ts";
import {
  type BeforeSending,
  filterDestinations,
  type KnowledgeTarget,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { fitTitle } from "../page-title.ts";
import { ZendeskApi } from "./api.ts";
import { addLabels, buildArticlePage, buildTranslationPage, dropLabels, listOwnArticles } from "./articles.ts";
import { ZendeskCalls } from "./calls.ts";
import { listChoices } from "./choice.ts";
import { CreationSettingsCache, type OpenedCenter } from "./creation-settings.ts";
import { chooseSection, createZendeskFolders, parseSectionNumbers } from "./folders.ts";
import type { ZendeskConfig } from "./manifest.ts";
import { getSite, parseSectionId, readCredentials } from "./site.ts";
import { createAccessTokens } from "./tokens.ts";
import { findGone, listPages, readPage } from "./wiki.ts";

const MAX_TITLE_LENGTH = 255;

const BLOCKS: Pick<KnowledgeTarget<ZendeskConfig>, "render" | "textOf" | "placeKey"> = {
  placeKey: (config) => `${getSite(config)} ${parseSectionId(config)}`,
  render: (content) => renderHtml(content),
  textOf: readHtmlText,
};

/**
 * Publishes articles to Zendesk, which has no conditional updates. The article is read directly before it is replaced.
 */
export function createZendeskTarget({ fetch, timeoutMs, clocks }: ConnectorOptions): KnowledgeTarget<ZendeskConfig> {
  const pace = createPace("Zendesk", undefined, undefined, clocks);
  const tokens = createAccessTokens({ fetch, timeoutMs });
  const places = new CreationSettingsCache();
  const connect = (config: ZendeskConfig, signal?: AbortSignal) =>
    new ZendeskApi(new ZendeskCalls({ fetch, pace, tokens, timeoutMs }, readCredentials(config), signal));
  const open = async (config: ZendeskConfig, signal?: AbortSignal): Promise<OpenedCenter> => {
    const api = connect(config, signal);
    return { api, place: await places.get(api, config) };
  };

  return {
    ...BLOCKS,
    labels: "apart",

    async check(config, signal) {
      places.forget(config);
      tokens.forget(readCredentials(config));
      return checkPlace(await open(config, signal));
    },

    listPlaces: async (config, text, signal) => filterDestinations(await listSections(connect(config, signal)), text),

    async publish(config, page, signal, before) {
      const opened = await open(config, signal);
      return publishArticle(opened, page, before).catch((error: unknown) => {
        // The cached settings may be outdated.
        if (error instanceof Refused || error instanceof NotFound) places.forget(config);
        throw error;
      });
    },

    update: async (config, externalId, update, signal, before) =>
      updateArticle(await open(config, signal), externalId, update, before),

    async find(config, { marker, createdAfter, known }, signal) {
      const { api, place } = await open(config, signal);
      return listOwnArticles(api, place, { createdAfter, known }, (found) => found === marker);
    },

    listUnknown: async (config, wanted, signal) => unknownArticles(await open(config, signal), wanted),

    async read(config, externalId, signal) {
      const page = await readArticle(await open(config, signal), externalId);
      if (page) return page;
      // Requests the settings and the article again, because a single 404 proves nothing.
      places.forget(config);
      return readArticle(await open(config, signal), externalId);
    },

    move: async (config, externalId, folderId, signal) => moveArticle(await open(config, signal), externalId, folderId),
    folders: createZendeskFolders(open),
    listPages: async (config, request, signal) => listPages(await open(config, signal), request),
    readPage: async (config, externalId, signal) => readPage(await open(config, signal), externalId),
    findGone: async (config, asked, signal) => findGone(await open(config, signal), asked),
    listChoices: async (config, request, signal) => listChoices(await open(config, signal), request),

    archive: async (config, externalId, signal) => archiveArticle(await open(config, signal), externalId),
    restore: async (config, externalId, signal) => restoreArticle(await open(config, signal), externalId),
  };
}

async function listSections(api: ZendeskApi) {
  const sections = await api.sections((await api.locales()).default_locale);
  return sections.map(({ id, name }) => ({ id: String(id), name }));
}

const ONLY_DRAFTS =
  "Articles are made as drafts, which a person publishes in Zendesk: they cannot be shown to agents and managers only.";

/** Checks the scopes too, because a client with fewer scopes than requested still gets a token. */
async function checkPlace({ api, place: { self, section, staffSegmentId } }: OpenedCenter) {
  const scopes = await api.scopes();
  const mayWrite = scopes.length === 0 || scopes.some((scope) => scope === "write" || scope === "hc:write");
  if (!mayWrite)
    throw new MissingPermission(
      `The OAuth client may only read the help center in the name of ${self.name}: allow it the scope hc:write.`,
      "hc:write",
    );
  const warnings = staffSegmentId === null ? [ONLY_DRAFTS] : [];
  return { account: self.name, place: `Section ${section.name} (${section.id})`, warnings };
}

async function publishArticle(
  { api, place }: OpenedCenter,
  { title, blocks, labels }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const made = {
    title: fitTitle(title, MAX_TITLE_LENGTH),
    body: joinHtml(blocks),
    locale: place.locale,
    user_segment_id: place.staffSegmentId,
    permission_group_id: place.permissionGroupId,
    draft: place.staffSegmentId === null,
  };
  const article = await api.createArticle(place.section.id, made, before);
  await addLabels(api, place, String(article.id), labels, []);
  return buildArticlePage(api.site, article);
}

async function updateArticle(
  { api, place }: OpenedCenter,
  externalId: string,
  { title, blocks, labels, droppedLabels, expectedVersion }: PageUpdate,
  before?: BeforeSending,
): Promise<RemotePage> {
  const current = await readArticle({ api, place }, externalId);
  if (!current) throw new NotFound("The article is gone from Zendesk.");
  if (current.state === "trashed" || current.version !== expectedVersion)
    throw new PageChanged("Somebody edited the article in Zendesk.");
  const change = { title: fitTitle(title, MAX_TITLE_LENGTH), body: joinHtml(blocks) };
  if (droppedLabels) {
    await before?.();
    await dropLabels(api, place, externalId, droppedLabels);
  }
  const updated = await api.updateTranslation(externalId, place.locale, change, before);
  await addLabels(api, place, externalId, labels);
  return buildTranslationPage(api.site, updated);
}

async function readArticle({ api, place }: OpenedCenter, externalId: string): Promise<RemotePage | null> {
  const found = await api.translation(externalId, place.locale);
  return found && buildTranslationPage(api.site, found);
}

type UnknownArticlesFilter = Parameters<KnowledgeTarget<ZendeskConfig>["listUnknown"]>[1];

function unknownArticles({ api, place }: OpenedCenter, wanted: UnknownArticlesFilter) {
  const { parents = [], containers = [], createdAfter, known } = wanted;
  const sections = new Set([place.section.id, ...parseSectionNumbers([...parents, ...containers])]);
  return listOwnArticles(api, place, { sections, createdAfter, known }, () => true);
}

const moveArticle = ({ api, place }: OpenedCenter, externalId: string, folderId: string | null) =>
  api.moveArticle(place.locale, externalId, chooseSection(place, folderId));

async function archiveArticle({ api, place }: OpenedCenter, externalId: string): Promise<void> {
  const current = await api.translation(externalId, place.locale);
  if (!current || buildTranslationPage(api.site, current).state === "trashed") return;
  const body = addArchiveNote(current.body ?? "", current.draft);
  await api.updateTranslation(externalId, place.locale, { body, draft: true });
}

async function restoreArticle({ api, place }: OpenedCenter, externalId: string): Promise<RemotePage | null> {
  const current = await api.translation(externalId, place.locale);
  const page = current && buildTranslationPage(api.site, current);
  if (!current || page?.state !== "trashed") return page;
  const { blocks, before } = removeArchiveNote(current.body ?? "");
  const change = { body: joinHtml(blocks), draft: before === "draft" };
  return buildTranslationPage(api.site, await api.updateTranslation(externalId, place.locale, change));
}
