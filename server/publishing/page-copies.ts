import type { FoundPage, KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { quoteTitle, recordActivity } from "../activity/index.ts";
import type { InScope, WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import { insertCopy, listCopies, listCopiesToArchive, setCopyState } from "./page-copy-queries.ts";
import type { PublicationRow } from "./queries.ts";

/** The integration with everything needed to call it. */
export interface TargetConnection {
  integration: KnowledgeIntegrationRow;
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  signal: AbortSignal;
}

/** Runs work in a transaction of the publication's workspace. */
/**
 * Handles additional pages with a publication's marker. Pages that only we wrote are archived, where a person can
 * restore them, and logged. A person is asked once about each other page. Returns the number of archived pages.
 */
export async function handlePageCopies(
  deps: Pick<Deps, "events">,
  inScope: InScope,
  openTarget: TargetConnection,
  { row, pages, isOnlyOurs }: { row: PublicationRow; pages: FoundPage[]; isOnlyOurs: (page: FoundPage) => boolean },
): Promise<number> {
  const asked = new Set(await inScope((scope) => listCopies(scope, row.id)));
  let putAway = 0;
  for (const page of pages.filter(({ externalId }) => !asked.has(externalId))) {
    if (isOnlyOurs(page)) {
      await archiveCopy(deps, inScope, openTarget, { ...page, articleId: row.articleId });
      putAway += 1;
    } else await inScope((scope) => askAboutCopy(deps, scope, row, page));
  }
  return putAway;
}

/** Archives copies that people decided to remove, for one publication or a whole integration. */
export async function archiveDecidedCopies(
  deps: Pick<Deps, "events">,
  inScope: InScope,
  openTarget: TargetConnection,
  publicationId?: string,
): Promise<void> {
  const wanted = await inScope((scope) => listCopiesToArchive(scope, openTarget.integration.id, publicationId));
  for (const { copy, articleId } of wanted) {
    await archiveCopy(deps, inScope, openTarget, { ...copy, articleId });
    await inScope((scope) => setCopyState(scope, copy.id, "put-away"));
  }
}

async function archiveCopy(
  deps: Pick<Deps, "events">,
  inScope: InScope,
  { integration, target, config, signal }: TargetConnection,
  { externalId, title, url, articleId }: Pick<FoundPage, "externalId" | "title" | "url"> & { articleId: string },
): Promise<void> {
  await target.archive(config, externalId, signal);
  await inScope((scope) =>
    recordActivity(scope, deps.events, {
      type: "change",
      message: `The page ${quoteTitle(title)} in ${integration.name}, a copy of an article's page, was put into its trash.`,
      data: { articleId, integrationId: integration.id, integration: integration.name, page: title, url },
    }),
  );
}

async function askAboutCopy(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  row: PublicationRow,
  { externalId, title, url }: FoundPage,
): Promise<void> {
  await insertCopy(scope, { publicationId: row.id, externalId, title, url });
  await deps.events.notify(scope, { type: "inbox" });
}
