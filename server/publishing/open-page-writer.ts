import type { FoundPage } from "../../connectors/knowledge-target.ts";
import type { InScope, WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import { findContainersOfNearest, listContainers } from "../wiki/nearby/index.ts";
import { OPEN_INTENT_VALUES, updateClaimedPublication } from "./claim-queries.ts";
import { recordDetachedComments } from "./comments/detached-comments.ts";
import { hashText, hasOnlyProductText } from "./known-content.ts";
import { handlePageCopies, type TargetConnection } from "./page-copies.ts";
import { listKeptCopies } from "./page-copy-queries.ts";
import type { PageWriter } from "./page-writer.ts";
import { listOtherPages, type PublicationChange, type PublicationRow } from "./queries.ts";
import { hasTracesOfPeople } from "./status-queries.ts";
import { listCategoryPageIds, readArticleText } from "./tree/tree-queries.ts";
import type { UnrecordedPages } from "./unrecorded-pages.ts";

/** Removes the previous page from the row when a call that creates a new page goes out. */
const NO_PAGE = {
  externalId: null,
  url: null,
  placedIn: null,
  beside: null,
  publishedVersion: null,
  publishedBlocks: null,
  publishedTitle: null,
  publishedLabels: null,
  echoedKeys: {},
  ifGone: null,
  review: null,
};

/** Another worker has claimed the publication, so this attempt may write nothing. */
export class ClaimLostError extends Error {}

interface PageToWrite {
  row: PublicationRow;
  integration: KnowledgeIntegrationRow;
  openTarget: TargetConnection;
  content: PageWriter["content"];
  isUnapproved: boolean;
  unrecordedPages: UnrecordedPages;
  /** Called when a call that creates or changes the page goes out. */
  onCall: () => void;
}

/** Returns a writer for the publication's page. The writer commits every intent with this claim's fence. */
export async function openPageWriter(deps: Deps, inScope: InScope, page: PageToWrite): Promise<PageWriter> {
  const { row, integration, openTarget, content, isUnapproved, unrecordedPages, onCall } = page;
  const { target, config, signal } = openTarget;
  const storeIn = async (scope: WorkspaceScope, change: PublicationChange) => {
    if (!(await updateClaimedPublication(scope, row, change))) throw new ClaimLostError();
  };
  const kept = new Set(await inScope((scope) => listKeptCopies(scope, row.id)));
  return {
    target,
    config,
    row,
    content,
    signal,
    isUnapproved,
    hasTraces: () => inScope((scope) => hasTracesOfPeople(scope, row.id)),
    others: () =>
      inScope(async (scope) => {
        const ofCategories = await listCategoryPageIds(scope, integration.id);
        return new Set([...(await listOtherPages(scope, row)), ...ofCategories]);
      }),
    unrecordedPages: async () =>
      (await unrecordedPages.find(inScope, openTarget, row.marker)).filter(({ externalId }) => !kept.has(externalId)),
    handlePageCopies: async (pages) => {
      const isOurs = (page: FoundPage) => hasOnlyProductText({ target, row, content }, page);
      await handlePageCopies(deps, inScope, openTarget, { row, pages, isOnlyOurs: isOurs });
    },
    store: (change) => inScope((scope) => storeIn(scope, change)),
    containers: async () =>
      target.move && !target.setsContainersOnCreation
        ? inScope((scope) => listContainers(scope, integration.id))
        : new Set<string>(),
    chooseContainers: async () => {
      const isArranged = integration.isArranged || !target.move;
      if (!target.setsContainersOnCreation || !isArranged || content.form === undefined) return [];
      if (row.firstIntentAt) return row.createdIn;
      return inScope(async (scope) =>
        findContainersOfNearest(scope, integration.id, await readArticleText(scope, row.articleId)),
      );
    },
    intend: async ({ title, pendingBlocks, isNewPage, createdIn = [], detached = [] }) => {
      await inScope(async (scope) => {
        const pendingTitles = [...new Set([...(row.pendingTitles ?? []), hashText(title)])];
        const pendingLabels = [...new Set([...(row.pendingLabels ?? []), ...content.labels.map(hashText)])];
        const pending = { title, pendingBlocks, pendingTitles, pendingLabels };
        await storeIn(scope, { ...OPEN_INTENT_VALUES, ...(isNewPage && { ...NO_PAGE, createdIn }), ...pending });
        await recordDetachedComments(deps, scope, row, { ids: detached, title: content.title, integration });
      });
      onCall();
    },
  };
}
