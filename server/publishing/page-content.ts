import type { PageContent } from "../../connectors/knowledge-target.ts";
import { escapeMarkdown, toMarkdownLink } from "../../connectors/markdown-text.ts";
import type { ConnectorRegistry } from "../../connectors/registry.ts";
import { redactText } from "../../engine/redact/redact.ts";
import { CHANGE_WAITS, lettersOf, listStatements, type Section, type Statement } from "../../shared/domain/article.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import {
  type ArticleRow,
  appendDoubtsToStatements,
  buildPermalink,
  getArticle,
  getChannelName,
  listSources,
} from "../library/articles/index.ts";
import { findRedirectOnTarget, markContradictions } from "../library/dedupe/index.ts";
import { addPersonEditNotes, findPeopleNames } from "../library/edit/index.ts";
import { WITHDRAWN_TITLE } from "../library/retract/index.ts";
import { explainPageHold } from "./held-pages.ts";

const MAX_TITLE_CHARACTERS = 200;
/** Names no channel, because readers of the page may not be members of the channel. */
const FOR_MEMBERS = "This article is for the members of a private channel and is held back from here.";
export const HELD_TITLE = "An article that is held back";

/**
 * Builds the content of the article's page on the target. If readers of the target may not read the article, the
 * content is without its text. Redacts secrets once more as the last check.
 */
export async function buildPageContent(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  { articleId, integrationId, marker }: { articleId: string; integrationId: string; marker: string },
): Promise<PageContent & { version: number; heldBecause: string | null }> {
  const heldBecause = await explainPageHold(scope, { articleId, integrationId });
  if (heldBecause === null)
    return { ...(await buildContentByState(connectors, scope, articleId, marker)), heldBecause };
  const article = await getArticle(scope, articleId);
  return { ...buildContentWithoutText({ ...article, state: "held", stateReason: FOR_MEMBERS }, marker), heldBecause };
}

async function buildContentByState(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  articleId: string,
  marker: string,
) {
  const article = await markContradictions(scope, await getArticle(scope, articleId));
  if (article.state === "merged") return redirectContent(scope, article, marker);
  // A page that stays after its article's removal keeps its text.
  if (article.state !== "stands" && article.state !== "trashed") return buildContentWithoutText(article, marker);
  return buildArticleContent(connectors, scope, article, marker);
}

/** A page does not change before somebody decides about an edit, and shows no doubt about it. */
const withoutWaiting = <Some extends Pick<Section, "statements">>(section: Some): Some => ({
  ...section,
  statements: section.statements.map(({ doubt, ...statement }) =>
    doubt === undefined || doubt === CHANGE_WAITS ? statement : { ...statement, doubt },
  ),
});

/** The page's content for an article that is published or in the trash. */
export async function buildArticleContent(
  connectors: ConnectorRegistry,
  scope: WorkspaceScope,
  article: ArticleRow,
  marker: string,
): Promise<PageContent & { version: number }> {
  const clean = (section: Pick<Section, "layout" | "statements">): Statement[] =>
    appendDoubtsToStatements(withoutWaiting(section)).map((statement) => ({
      ...statement,
      text: redactText(statement.text).text,
    }));
  const sources = await listSources(scope, article.id);
  const { content, hands } = await addPersonEditNotes(scope, article);
  return {
    version: article.version,
    title: cut(redactText(article.title).text),
    summary: clean({ layout: "prose", statements: content.summary }),
    body: content.body.map((section) => ({ ...section, statements: clean(section) })),
    redactions: article.redactions,
    form: article.form === "excerpt" && isWordForWord(article, sources) ? "quoted" : article.form,
    labels: ["lorekeep", ...article.tags.map(label).filter((word) => word !== "")],
    mentioned: ticketsIn(sources.map(({ text }) => text ?? "")),
    sources: sources.map((row) => ({
      id: row.externalId,
      authorName: row.authorName,
      channelName: getChannelName(article, row),
      sentAt: row.sentAt,
      permalink: buildPermalink(connectors, row, row),
    })),
    hands,
    confirmed: await confirmationOf(scope, article),
    marker,
  };
}

/** Whether the article consists of unchanged whole messages: no sentence was left out, shortened or changed. */
function isWordForWord(article: ArticleRow, sources: { externalId: string; text: string | null }[]): boolean {
  const said = new Map(sources.map(({ externalId, text }) => [externalId, lettersOf(text ?? "")]));
  const kept = listStatements(article).map(({ text, sources: cited }) => ({ cited, letters: lettersOf(text) }));
  const count = (texts: Iterable<string>) => [...texts].reduce((sum, { length }) => sum + length, 0);
  return (
    article.redactions.length === 0 &&
    kept.every(({ cited, letters }) => cited.some((id) => said.get(id)?.includes(letters))) &&
    count(kept.map(({ letters }) => letters)) === count(said.values())
  );
}

async function confirmationOf(scope: WorkspaceScope, { confirmedAt: at, confirmedBy, updatedAt }: ArticleRow) {
  if (at === null) return null;
  const by = (confirmedBy && (await findPeopleNames(scope, [confirmedBy])).get(confirmedBy)) || null;
  return { at, by, isChangedSince: at < updatedAt };
}

/**
 * The page's content after its article was merged into another: a link to the other article's page on the same target.
 */
async function redirectContent(scope: WorkspaceScope, article: ArticleRow, marker: string) {
  const to = await findRedirectOnTarget(scope, article, marker);
  const where = to?.url ? toMarkdownLink(to.url, to.title) : escapeMarkdown(to?.title ?? "another article");
  const said = { ...article, stateReason: `This article was merged into ${where}.` };
  return { ...buildContentWithoutText(said, marker), title: cut(redactText(`Merged: ${article.title}`).text) };
}

/**
 * The page's content without the article's text. The page stays because links, people's edits and comments depend on
 * it.
 */
function buildContentWithoutText({ version, state, stateReason }: ArticleRow, marker: string) {
  const text = stateReason ?? "It is not shown here at the moment.";
  return {
    version,
    title: state === "withdrawn" ? WITHDRAWN_TITLE : HELD_TITLE,
    summary: [{ form: "sentence" as const, text, language: null, sources: [] }],
    body: [],
    redactions: [],
    labels: ["lorekeep"],
    sources: [],
    marker,
  };
}

/** Matches ticket numbers like 'PAY-412'. Only the platform knows whether a ticket exists. */
const TICKET = /(?<![\w-])[A-Z][A-Z0-9_]{1,9}-[1-9]\d{0,6}(?![\w-])/g;
const ticketsIn = (texts: string[]) => [...new Set(texts.flatMap((text) => text.match(TICKET) ?? []))];

const cut = (title: string) => [...title].slice(0, MAX_TITLE_CHARACTERS).join("");
const label = (tag: string) =>
  tag
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
