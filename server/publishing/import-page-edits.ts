import { createHash } from "node:crypto";
import type { PageBlock } from "../../connectors/knowledge-target.ts";
import type { PageTextChanges } from "../../shared/contract/article-actions.ts";
import type { EditedArticle } from "../../shared/contract/editing.ts";
import { listStatements, type Statement } from "../../shared/domain/article.ts";
import { bindToWorkspace, inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { conflict, notFound } from "../errors.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../integrations/index.ts";
import { type ArticleRow, getArticle } from "../library/articles/index.ts";
import { markContradictions } from "../library/dedupe/index.ts";
import { compareVersions, computeEdition, findVersion, saveEdit } from "../library/edit/index.ts";
import { recordDecision, type UndoableDecision } from "../library/index.ts";
import { applyPageEdits } from "./edited-by-page.ts";
import { explainPageHold } from "./held-pages.ts";
import { hashText } from "./known-content.ts";
import { isRenamedByPerson, mapToWrittenKeys } from "./page-baseline.ts";
import { buildArticleContent } from "./page-content.ts";
import { canonicaliseStatement, findPageEdits, type PageEdits } from "./page-edits.ts";
import { getPublication, type PublicationRow, updatePublication } from "./queries.ts";
import { checkPageNow } from "./retry-publication.ts";
import { lockArticle } from "./status-queries.ts";

const MAX_CHECK_MS = 20_000;
const LONGEST_TITLE = 200;

interface PublicationKey {
  workspaceId: string;
  articleId: string;
  publicationId: string;
}

type ReadingDeps = Pick<Deps, "db" | "connectors" | "secrets">;

interface ImportablePage extends Pick<PageEdits, "left" | "keys"> {
  edited: EditedArticle;
  article: ArticleRow;
  row: PublicationRow;
  pageTitle: string;
  integrationName: string;
  words: PageTextChanges;
}

/** Reads the page from the platform. Returns people's edits, and the article's text as these edits would change it. */
export async function readPageTextChanges(deps: ReadingDeps, place: PublicationKey): Promise<PageTextChanges> {
  return (await lookAtPage(deps, place)).words;
}

/**
 * Imports people's edits of a page into the article, as an edit by the requester, so that the article's other pages get
 * the edits too. The page's current content becomes its base, so imported text no longer counts as a person's edit.
 */
export async function importPageEdits(
  deps: ReadingDeps & Pick<Deps, "events" | "queue">,
  place: PublicationKey,
  { seen, by }: { seen: string; by: string },
): Promise<{ version: number; message: string; undo: UndoableDecision | null }> {
  const found = await lookAtPage(deps, place);
  if (found.words.seen !== seen) throw conflict("The page or the article has changed. Check the differences again.");
  if (!found.words.canTake) throw conflict("The article already contains the text of the page.");
  return inWorkspace(deps.db, place.workspaceId, (scope) => store(deps, scope, found, by));
}

async function store(
  deps: ReadingDeps & Pick<Deps, "events" | "queue">,
  scope: WorkspaceScope,
  { article, edited, row, keys, pageTitle, integrationName }: ImportablePage,
  by: string,
) {
  const why = `Taken over from the page in ${integrationName}.`;
  const { version, redacted, before } = await saveEdit(deps, scope, {
    articleId: article.id,
    edited: { ...edited, why },
    by,
  });
  if (!before) throw conflict("The article already contains the text of the page.");
  await lockArticle(scope, article.id);
  const now = await getPublication(scope, row.id);
  if (now.state === "in-flight" || now.fence !== row.fence)
    throw conflict("This page is being written right now. Try again in a moment.");
  await checkPageNow(deps, scope, now, {
    publishedBlocks: keys,
    publishedTitle: hashText(pageTitle),
    pendingBlocks: null,
    pendingTitles: null,
    keptBlocks: null,
    replaceConflicts: false,
    trouble: null,
    notice: null,
  });
  const { publishedBlocks, publishedTitle } = row;
  const undo = await recordDecision(deps, scope, {
    subject: `page-words.${row.id}`,
    articleId: article.id,
    title: edited.title,
    choice: "take-over",
    before: { ...before, publicationId: row.id, page: { publishedBlocks, publishedTitle } },
    by,
    what: `What people changed on the page in ${integrationName} was taken over.`,
  });
  const taken = redacted.map(({ what, count }) => `${count} × ${what}`).join(", ");
  const message = taken ? `Secrets were taken out: ${taken}.` : "The other pages are updated.";
  return { version, message, undo };
}

/**
 * Undoes an import: the page keeps its text as people's edits, and the article gets its previous text. The caller has locked the
 * article.
 */
export async function undoPageImport(
  scope: WorkspaceScope,
  publicationId: string,
  page: { publishedBlocks: string[] | null; publishedTitle: string | null },
): Promise<void> {
  const row = await getPublication(scope, publicationId);
  if (row.state === "in-flight") throw conflict("This page is being written right now. Try again in a moment.");
  await updatePublication(scope, row.id, { ...page, title: null, pendingBlocks: null, pendingTitles: null });
}

async function lookAtPage(
  deps: ReadingDeps,
  { workspaceId, articleId, publicationId }: PublicationKey,
): Promise<ImportablePage> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const { row, integration, article } = await inScope(async (scope) => {
    const found = await getPublication(scope, publicationId);
    if (found.articleId !== articleId) throw notFound("publication");
    return {
      row: found,
      integration: await getKnowledgeIntegration(scope, found.integrationId),
      article: await getArticle(scope, articleId),
    };
  });
  if (article.state !== "stands") throw conflict("This article is not shown on its pages at the moment.");
  const heldBecause = await inScope((scope) => explainPageHold(scope, row));
  if (heldBecause !== null) throw conflict(heldBecause);
  if (row.externalId === null || row.publishedVersion === null) throw conflict("There is no page yet.");
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!target || !integration.isActive) throw conflict("The integration is switched off. Switch it on first.");
  if (row.state === "in-flight") throw conflict("This page is being written right now. Try again in a moment.");
  const config = openKnowledgeConfig(deps.secrets, integration);
  const signal = AbortSignal.timeout(MAX_CHECK_MS);
  const page = await target.read(config, row.externalId, signal);
  if (page?.state !== "current") throw conflict("The page was removed on the platform.");
  const { content, published, notes } = await inScope((scope) => publishedContent(deps, scope, article, row));
  const theirs = mapToWrittenKeys(page, row);
  const known = new Set([...(row.publishedBlocks ?? []), ...Object.values(row.echoedKeys)]);
  const textsOf = (blocks: PageBlock[]) => target.textsOf(config, blocks, signal);
  const found = await findPageEdits({ target, textsOf, content, known, page: theirs, notes });
  if (!found)
    throw conflict("The page cannot be compared with its article. Open the page and edit the article here instead.");
  const isRenamed = isRenamedByPerson(row, page.title);
  const title = isRenamed ? [...page.title].slice(0, LONGEST_TITLE).join("") : article.title;
  const edited = applyPageEdits(article, published, found.edits, title);
  const changes = compareVersions(article, { ...asVersion(edited), version: article.version + 1 });
  const canTake = changes.changes.length > 0 || changes.title !== null || hasOtherHeadings(article, edited);
  const seen = createHash("sha256")
    .update(JSON.stringify([page.version, computeEdition(article), row.fence, keysIn(theirs)]))
    .digest("base64url");
  const words = { seen, changes, left: found.left, canTake };
  const { left, keys } = found;
  return { left, keys, edited, article, row, pageTitle: page.title, integrationName: integration.name, words };
}

const keysIn = (blocks: { key: string }[]) => blocks.map(({ key }) => key);

/** The content that we last published on the page. */
async function publishedContent(deps: ReadingDeps, scope: WorkspaceScope, article: ArticleRow, row: PublicationRow) {
  const version =
    row.publishedVersion === article.version ? null : await findVersion(scope, article.id, row.publishedVersion ?? 0);
  const { title, summary, body } = version ?? article;
  const published = { ...article, title, summary, body };
  const noted = await markContradictions(scope, published);
  const doubts = listStatements(noted).flatMap(({ doubt }) => doubt ?? []);
  return {
    published,
    content: await buildArticleContent(deps.connectors, scope, noted, row.marker),
    notes: doubts.map((doubt) => canonicaliseStatement({ form: "sentence", text: `*(${doubt})*` })),
  };
}

type EditedText = Pick<EditedArticle, "title" | "summary" | "sections">;

function asVersion({ title, summary, sections }: EditedText) {
  const said = (list: EditedText["summary"]): Statement[] =>
    list.map(({ form, text, language }) => ({ form, text, language, sources: [] }));
  return {
    title,
    summary: said(summary),
    body: sections.map((section) => ({ ...section, statements: said(section.statements) })),
  };
}

const hasOtherHeadings = (article: ArticleRow, { sections }: EditedText) =>
  article.body.some(({ heading }, index) => heading !== sections[index]?.heading);
