import { addArchiveNote, removeArchiveNote } from "../archive-note.ts";
import type { ConnectorOptions } from "../connector-options.ts";
import { MissingPermission, NotFound, Refused, runAfterAcceptedWrite } from "../errors.ts";
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
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { fitTitle } from "../page-title.ts";
import { ServicenowApi } from "./api.ts";
import { listChoices } from "./choice.ts";
import type { ServicenowConfig } from "./manifest.ts";
import { restoreOverwrittenText } from "./overwritten-text.ts";
import { listOwnArticles } from "./own-pages.ts";
import { findBase, isDraft, isRetired, parseArticleNumber, toRemotePage } from "./pages.ts";
import type { ServicenowArticle } from "./shapes.ts";
import { createAccessTokens } from "./sign-in.ts";
import { findGone, listPages, readPage } from "./wiki.ts";

/**
 * The default lengths of `kb_knowledge.short_description` and `.text`. ServiceNow cuts longer values without an error.
 */
const MAX_TITLE_LENGTH = 100;
const MAX_TEXT_LENGTH = 65_000;

const BLOCKS: Pick<KnowledgeTarget<never>, "render" | "textOf"> = {
  render: (content) => renderHtml(content),
  textOf: readHtmlText,
};

/**
 * Publishes an article as an article in ServiceNow, identified by its number. With versioning, the page is the newest
 * version. The Table API has no conditional updates, so the article is read directly before it is replaced.
 */
export function createServicenowTarget({
  fetch,
  timeoutMs,
  clocks,
}: ConnectorOptions): KnowledgeTarget<ServicenowConfig> {
  const pace = createPace("ServiceNow", undefined, undefined, clocks);
  const tokens = createAccessTokens({ fetch, timeoutMs });
  const connect = ({ baseUrl, apiKey }: ServicenowConfig, signal?: AbortSignal) =>
    new ServicenowApi({ fetch, pace, tokens, timeoutMs }, baseUrl, apiKey, signal);

  return {
    ...BLOCKS,

    async check(config, signal) {
      const api = connect(config, signal);
      const { title } = await findBase(api, config);
      await api.expectMayWrite();
      return { account: await api.displayName(), place: `Knowledge base ${title}`, warnings: [] };
    },

    listPlaces: async (config, text, signal) =>
      filterDestinations(
        (await connect(config, signal).knowledgeBases()).map(({ title }) => ({ id: title, name: title })),
        text,
      ),
    publish: (config, page, signal, before) => publishArticle(connect(config, signal), config, page, before),
    update: (config, externalId, update, signal, before) =>
      updateArticle(connect(config, signal), externalId, update, before),

    find: (config, { marker, createdAfter, known }, signal) =>
      listOwnArticles(connect(config, signal), config, { createdAfter, known, marker }),
    listUnknown: (config, wanted, signal) => listOwnArticles(connect(config, signal), config, wanted),

    async read(config, externalId, signal) {
      const api = connect(config, signal);
      const number = parseArticleNumber(externalId);
      let article = await api.article(number);
      if (!article) {
        // Checks the knowledge base too, because an empty list may mean that the account can no longer see it.
        await findBase(api, config);
        article = await api.article(number);
      }
      return article && toRemotePage(api, article);
    },

    archive: (config, externalId, signal) => retireArticle(connect(config, signal), externalId),
    restore: (config, externalId, signal) => restoreArticle(connect(config, signal), externalId),

    hidesReaders: true,
    listPages: async (config, request, signal) => listPages(connect(config, signal), config, request),
    readPage: async (config, externalId, signal) => readPage(connect(config, signal), config, externalId),
    findGone: (config, asked, signal) => findGone(connect(config, signal), config, asked),
    listChoices: (config, request, signal) => listChoices(connect(config, signal), request),
  };
}

async function publishArticle(
  api: ServicenowApi,
  config: ServicenowConfig,
  { title, blocks }: NewPage,
  before?: BeforeSending,
): Promise<RemotePage> {
  const { sys_id: baseId } = await findBase(api, config);
  const made = { ...contentOf(title, blocks), workflow_state: "draft", kb_knowledge_base: baseId } as const;
  return toRemotePage(api, await api.createArticle(made, before));
}

async function updateArticle(
  api: ServicenowApi,
  externalId: string,
  { title, blocks, expectedVersion }: PageUpdate,
  before?: BeforeSending,
): Promise<RemotePage> {
  const article = await api.article(parseArticleNumber(externalId));
  if (!article) throw new NotFound("The article is gone from ServiceNow.");
  const current = toRemotePage(api, article);
  if (current.state === "trashed" || current.version !== expectedVersion)
    throw new PageChanged("Somebody edited the article in ServiceNow.");
  const sent = contentOf(title, blocks);
  const after = await changed(api, article, sent, before);
  if (!wasTaken(sent, article, after)) throw new Refused(NOT_TAKEN);
  return runAfterAcceptedWrite("ServiceNow", async () =>
    toRemotePage(api, await restoreOverwrittenText(api, article, after)),
  );
}

const NOT_TAKEN =
  "ServiceNow left the article as it was. Where article versioning is on, add short_description and text to the system property glide.knowman.versioning.enable_minor_edits, or check the article out there.";

/** Whether the change was made. ServiceNow ignores fields that the account may not write, without an error. */
function wasTaken(sent: ReturnType<typeof contentOf>, before: ServicenowArticle, after: ServicenowArticle): boolean {
  const isLeft = (key: "short_description" | "text") => after[key] === before[key] && sent[key] !== before[key];
  return !isLeft("short_description") && !isLeft("text");
}

async function retireArticle(api: ServicenowApi, externalId: string): Promise<void> {
  const article = await api.article(parseArticleNumber(externalId));
  if (!article || isRetired(article)) return;
  const text = addArchiveNote(article.text, article.workflow_state !== "published");
  await changed(api, article, { text, workflow_state: "retired" });
}

async function restoreArticle(api: ServicenowApi, externalId: string): Promise<RemotePage | null> {
  const article = await api.article(parseArticleNumber(externalId));
  if (!article) return null;
  if (!isRetired(article)) return toRemotePage(api, article);
  const { blocks, before } = removeArchiveNote(article.text);
  const change = { text: joinHtml(blocks), workflow_state: before ?? "draft" };
  return toRemotePage(api, await changed(api, article, change));
}

/** Makes a change. With versioning, a published version cannot change, so a refusal does not mean a missing role. */
async function changed(
  api: ServicenowApi,
  article: ServicenowArticle,
  change: Parameters<ServicenowApi["updateArticle"]>[1],
  before?: BeforeSending,
): Promise<ServicenowArticle> {
  return api.updateArticle(article.sys_id, change, before).catch((error: unknown) => {
    if (error instanceof MissingPermission && article.latest != null && !isDraft(article))
      throw new Refused(
        "ServiceNow changes no published version of an article. Check it out there: the new version gets what is new.",
      );
    throw error;
  });
}

function contentOf(title: string, blocks: Pick<RemotePage["blocks"][number], "key" | "native">[]) {
  const fitting = fitTitle(title, MAX_TITLE_LENGTH);
  const text = addChecksum(fitting, blocks);
  if (text.length > MAX_TEXT_LENGTH)
    throw new Refused("The article is too long for ServiceNow, which keeps 65,000 characters with their markup.");
  return { short_description: fitting, text };
}
