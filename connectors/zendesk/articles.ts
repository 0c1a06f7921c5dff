import { removeArchiveNote } from "../archive-note.ts";
import { ConnectorError } from "../errors.ts";
import { buildFoundPage } from "../found-page.ts";
import { deriveContentVersion } from "../html-sum.ts";
import { ARTICLE_MARKER, type FoundPage, isLabelDropped, type RemotePage } from "../knowledge-target.ts";
import type { ZendeskApi } from "./api.ts";
import type { CreationSettings } from "./creation-settings.ts";
import type { ZendeskArticle, ZendeskTranslation } from "./shapes.ts";

/** The largest difference between our clock and Zendesk's clock. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

interface OwnArticleFilter {
  /** The numbers of the sections; absent for all. */
  sections?: ReadonlySet<string>;
  createdAfter: Date;
  known?: ReadonlySet<string> | undefined;
}

/**
 * Returns the matching articles by our account, oldest first, without archived ones. Reads one list of the whole help center, because
 * an article may have been moved into any section.
 */
export async function listOwnArticles(
  api: ZendeskApi,
  { locale, self }: CreationSettings,
  { sections, createdAfter, known }: OwnArticleFilter,
  isWanted: (marker: string) => boolean,
): Promise<FoundPage[]> {
  const since = createdAfter.getTime() - CLOCK_SKEW_MS;
  const found: FoundPage[] = [];
  for await (const list of api.newestArticles(locale)) {
    const recent = list.filter(({ created_at: at }) => Date.parse(at) >= since);
    if (recent.length === 0) break;
    for (const article of recent) {
      const marker = article.body?.match(ARTICLE_MARKER)?.[0];
      const isThere = !sections || sections.has(String(article.section_id));
      const isOurs = isThere && article.author_id === self.id && !known?.has(String(article.id));
      if (!marker || !isOurs || !isWanted(marker)) continue;
      const now = await api.translation(String(article.id), locale);
      if (!now) continue;
      const isUntouched = now.updated_by_id === self.id;
      const build = (one: ZendeskTranslation) => ({ ...buildTranslationPage(api.site, one), marker, isUntouched });
      const page = await buildFoundPage(now, { ...now, body: "" }, build);
      if (page.state === "current") found.push(page);
    }
  }
  return found.reverse();
}

/** Removes labels. This runs before the text changes, because erased words must not remain as labels. */
export async function dropLabels(
  api: ZendeskApi,
  { locale }: CreationSettings,
  articleId: string,
  droppedLabels: ReadonlySet<string>,
): Promise<void> {
  const there = (await api.article(locale, articleId)).label_names ?? [];
  const kept = there.filter((label) => !isLabelDropped({ droppedLabels }, label));
  if (kept.length < there.length) await api.label(locale, articleId, kept);
}

/** Adds labels and ignores failures, because the article exists already. The next update adds the missing labels. */
export async function addLabels(
  api: ZendeskApi,
  { locale }: CreationSettings,
  articleId: string,
  labels: string[],
  present?: string[],
): Promise<void> {
  if (labels.length === 0) return;
  try {
    const there = present ?? (await api.article(locale, articleId)).label_names ?? [];
    // Labels by people are sent too, because Zendesk replaces all labels.
    if (labels.some((label) => !there.includes(label)))
      await api.label(locale, articleId, [...new Set([...there, ...labels])]);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
  }
}

export const buildArticlePage = (site: string, { id, ...content }: ZendeskArticle) =>
  remotePage(site, String(id), content);
export const buildTranslationPage = (site: string, { source_id: id, ...content }: ZendeskTranslation) =>
  remotePage(site, String(id), content);

function remotePage(
  site: string,
  externalId: string,
  { title, body, draft, html_url: url }: Pick<ZendeskTranslation, "title" | "body" | "draft" | "html_url">,
): RemotePage {
  const html = body ?? "";
  const { blocks, before } = removeArchiveNote(html);
  return {
    externalId,
    url: chooseUrl(site, externalId, url),
    title,
    version: deriveContentVersion(title, html),
    blocks,
    state: draft && before !== null ? "trashed" : "current",
  };
}

export const chooseUrl = (site: string, externalId: string, url: string): string =>
  isTrusted(url, site) ? url : `${site}/hc/articles/${externalId}`;

/** Whether a page address belongs to the help center, which may have a domain of its own. */
const isTrusted = (url: string, site: string) =>
  URL.canParse(url) && (url.startsWith("https://") || new URL(url).origin === site);
