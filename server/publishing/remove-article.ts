import { ConnectorError, NotFound } from "../../connectors/errors.ts";
import { recordActivity } from "../activity/index.ts";
import { bindToWorkspace, inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, conflict, notFound } from "../errors.ts";
import { getKnowledgeIntegration, openKnowledgeConfig } from "../integrations/index.ts";
import { type ArticleRow, listPublications } from "../library/articles/index.ts";
import { lockArticleRow, lockConversationsOfArticles } from "../library/edit/index.ts";
import { listChannelsOfArticle } from "../library/index.ts";
import { moveToTrash } from "../library/trash/index.ts";
import { CannotDecrypt } from "../secrets/key-ring.ts";
import { updateArticleStatus } from "./article-status.ts";
import { REMOVAL_IN_REVIEW } from "./missing-page.ts";
import {
  deleteUncreatedPages,
  getPublication,
  lockPublicationsOf,
  type PublicationRow,
  updatePublication,
} from "./queries.ts";

export type PagesChoice = "keep" | "remove";

const LONGEST_CALL_MS = 15_000;

/**
 * Moves an article to the trash. Its messages stay, and the analysis does not write about the same conversation again.
 * 'remove' first moves the article's pages to the platforms' trash. If that fails for one page, the article stays, so
 * that nothing is removed halfway.
 */
export async function removeArticle(
  deps: Deps,
  workspaceId: string,
  { id, title, channelName, state }: ArticleRow,
  pages: PagesChoice,
  by: string | null = null,
): Promise<void> {
  if (state === "trashed") return;
  const published = await inWorkspace(deps.db, workspaceId, (scope) => listPublications(scope, id));
  const shown = published.filter(({ publication }) => publication.externalId && publication.state !== "removed");
  if (pages === "remove") {
    if (published.some(({ publication }) => publication.state === "in-flight")) {
      throw conflict("One of its pages is being written right now. Try again in a minute.");
    }
    for (const { publication } of shown) await trashPage(deps, workspaceId, publication.id);
  }
  await inWorkspace(deps.db, workspaceId, async (scope) => {
    await lockConversationsOfArticles(scope, id);
    const article = await lockArticleRow(scope, id);
    if (!article) throw notFound("article");
    if (article.state === "trashed") return;
    if (pages === "remove") await refuseWhenWritten(scope, id);
    const archived = pages === "remove" ? shown.map(({ publication }) => publication.id) : [];
    await trashArticle(deps, scope, article, { by, archived });
    const names = shown.map(({ integrationName }) => integrationName).join(", ");
    const fate = pages === "remove" ? `Its pages went to the trash: ${names}.` : `Its pages were left: ${names}.`;
    await recordActivity(scope, deps.events, {
      type: "change",
      message: `“${title}” from #${channelName} was removed from the library.${names ? ` ${fate}` : ""}`,
      data: { articleId: id, title, channel: channelName, pages },
      channelIds: await listChannelsOfArticle(scope, id),
      by,
    });
  });
}

/**
 * Removes an article without pages. The caller has locked the article and its conversations. Throws a conflict if a
 * page exists or is being written.
 */
export async function removeUnpublished(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  article: ArticleRow,
  by: string | null,
): Promise<void> {
  await refuseWhenWritten(scope, article.id, true);
  await trashArticle(deps, scope, article, { by, archived: [] });
}

async function trashArticle(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  article: ArticleRow,
  trashed: Parameters<typeof moveToTrash>[2],
): Promise<void> {
  await deleteUncreatedPages(scope, article.id);
  await moveToTrash(scope, article, trashed);
  await updateArticleStatus(scope, events, article.id);
  await events.notify(scope, { type: "article", id: article.id });
}

const USUAL_WRITING_SECONDS = 4;

/**
 * A worker may have created a page after the publications were read. Without the article, nobody would know of the
 * page.
 */
async function refuseWhenWritten(scope: WorkspaceScope, articleId: string, isDraft = false): Promise<void> {
  const rows = await lockPublicationsOf(scope, articleId);
  const inTheWay = rows.find(
    ({ state, externalId }) => state === "in-flight" || (externalId !== null && state !== "removed"),
  );
  if (!inTheWay) return;
  const { name } = await getKnowledgeIntegration(scope, inTheWay.integrationId);
  if (!isDraft || BEING_WRITTEN.has(inTheWay.state))
    throw new AppError("conflict", "One of its pages was written meanwhile. Try again in a minute.", {
      retryAfterSeconds: USUAL_WRITING_SECONDS,
      waitsFor: name,
    });
  throw conflict(`It still has a page in ${name}. Open the article to remove it with its page.`);
}

/** States of a page that is being written. */
const BEING_WRITTEN = new Set<PublicationRow["state"]>(["queued", "in-flight"]);

async function trashPage(deps: Deps, workspaceId: string, publicationId: string): Promise<void> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const publication = await inScope((scope) => getPublication(scope, publicationId));
  const integration = await inScope((scope) => getKnowledgeIntegration(scope, publication.integrationId));
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!publication.externalId) return;
  let review: PublicationRow["review"] = null;
  const stays = "The article stays in the library.";
  if (!target) throw conflict(`Lorekeep cannot remove pages from ${integration.name}. ${stays}`);
  try {
    const config = openKnowledgeConfig(deps.secrets, integration);
    review = (await target.archive(config, publication.externalId, AbortSignal.timeout(LONGEST_CALL_MS))) ?? null;
  } catch (error) {
    const isGone = error instanceof NotFound;
    if (!isGone && !(error instanceof ConnectorError) && !(error instanceof CannotDecrypt)) throw error;
    if (!isGone) throw conflict(`Its page in ${integration.name} could not be removed: ${error.message} ${stays}`);
  }
  await inScope((scope) =>
    updatePublication(scope, publicationId, {
      state: "removed",
      trouble: null,
      review,
      notice: review ? REMOVAL_IN_REVIEW : "The page went to the platform's trash together with its article.",
    }),
  );
}
