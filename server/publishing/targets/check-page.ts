import { isDeepStrictEqual } from "node:util";
import { Refused } from "../../../connectors/errors.ts";
import type { RemotePage } from "../../../connectors/knowledge-target.ts";
import type { InScope, WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { updateArticleStatus } from "../article-status.ts";
import { DATABASE_NOW, EDIT_NOTICED_NOW, updateClaimedPublication } from "../claim-queries.ts";
import { hashText } from "../known-content.ts";
import { chooseStateOfMissingPage } from "../missing-page.ts";
import { hashContent } from "../page-baseline.ts";
import type { TargetConnection } from "../page-copies.ts";
import type { PublicationChange, PublicationRow } from "../queries.ts";
import { lockArticle } from "../status-queries.ts";
import { isStateUnchanged } from "./check-pages-queries.ts";

/** A change of a page since the product last wrote or checked it. */
export type PageEvent = "removed" | "restored" | "moved" | "reviewed" | "edited" | "unedited";

const MOVED = "Somebody moved the page on the platform. It is kept up to date where it is now.";

interface PageToCheck {
  row: PublicationRow;
  /** The time of the last edit; null if the platform does not return it. */
  editedAt: Date | null;
}

/**
 * Reads a page and stores its change. Returns null if the page did not change, or if the publisher claimed it during
 * the check.
 */
export async function checkPage(
  deps: Pick<Deps, "events" | "queue">,
  inScope: InScope,
  { integration, target, config, signal }: TargetConnection,
  { row, editedAt }: PageToCheck,
): Promise<PageEvent | null> {
  const page = await target.read(config, row.externalId ?? "", signal).catch(unreadable);
  return inScope((scope) =>
    page === UNREADABLE
      ? storeCheckTime(deps, scope, row)
      : storePageChange(deps, scope, { row, editedAt }, { page, place: integration.name }),
  );
}

const UNREADABLE = Symbol("unreadable");

/** If a person made a page unreadable, the page still exists. The check therefore continues with the other pages. */
function unreadable(error: unknown): typeof UNREADABLE {
  if (error instanceof Refused) return UNREADABLE;
  throw error;
}

async function storeCheckTime(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  row: PublicationRow,
): Promise<null> {
  if (!(await isStateUnchanged(scope, row))) return null;
  await updateClaimedPublication(scope, row, asLooked(row));
  await tellLooked(events, scope, row);
  return null;
}

/** The time of the last change stays, because nothing changed. */
const asLooked = ({ updatedAt }: PublicationRow): PublicationChange => ({
  sweptAt: DATABASE_NOW,
  isChanged: false,
  updatedAt,
});

/** Open articles say when their pages were looked at. The daily check tells nobody, because it is about all pages. */
async function tellLooked(events: Deps["events"], scope: WorkspaceScope, row: PublicationRow): Promise<void> {
  if (row.isChanged) await events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
}

async function storePageChange(
  deps: Pick<Deps, "events" | "queue">,
  scope: WorkspaceScope,
  { row, editedAt }: PageToCheck,
  { page, place }: { page: RemotePage | null; place: string },
): Promise<PageEvent | null> {
  const { workspaceId } = scope;
  const what = detectPageEvent(row, page);
  await lockArticle(scope, row.articleId);
  if (!(await isStateUnchanged(scope, row))) return null;
  const kept = await updateClaimedPublication(scope, row, {
    ...asLooked(row),
    ...(what !== null && { updatedAt: DATABASE_NOW }),
    ...(page && { seenContent: hashContent(page, row) }),
    ...(what === "removed" && chooseStateOfMissingPage({ ifGone: null })),
    ...(what === "restored" && {
      state: "queued" as const,
      attempts: 0,
      nextAttemptAt: DATABASE_NOW,
      trouble: null,
      notice: null,
    }),
    ...(what === "moved" && page && { url: page.url, notice: MOVED }),
    ...(what === "reviewed" && page && { url: page.url, notice: null }),
    ...(what === "edited" && page && { url: page.url, ...describeEdit(row, editedAt, place) }),
    ...(what === "unedited" && { state: "published" as const, editedAt: null, trouble: null }),
    ...(what !== null && { review: page?.review ?? null }),
  });
  if (kept && !what) await tellLooked(deps.events, scope, row);
  if (!kept || !what) return null;
  if (what === "restored") {
    await deps.queue.enqueue(scope, { queue: "publish", workspaceId, publicationId: row.id });
  }
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  if (what === "edited" || what === "unedited") await deps.events.notify(scope, { type: "inbox" });
  await updateArticleStatus(scope, deps.events, row.articleId);
  return what;
}

function detectPageEvent(row: PublicationRow, page: RemotePage | null): PageEvent | null {
  const isThere = page?.state === "current";
  if (row.state === "removed") return isThere && page.review?.state !== "closed" ? "restored" : null;
  if (!isThere && page?.state !== "declined") return "removed";
  if (!isDeepStrictEqual(row.review, page.review ?? null)) return "reviewed";
  if (isThere && row.review === null) {
    const content = hashContent(page, row);
    if (row.seenContent !== null && content !== row.seenContent) {
      if (!isOurs(row, content)) return "edited";
      if (row.state === "conflict" && row.wantedVersion === row.publishedVersion) return "unedited";
    }
  }
  return page.url === row.url ? null : "moved";
}

/** Whether the page has only text that we wrote. */
const isOurs = ({ publishedBlocks }: PublicationRow, content: string) =>
  publishedBlocks !== null && hashText(publishedBlocks.join(" ")) === content;

/** The page waits for a person's decision, like a page that is in conflict with its article. */
const describeEdit = ({ state, trouble }: PublicationRow, editedAt: Date | null, place: string): PublicationChange => ({
  state: "conflict",
  editedAt: editedAt ?? EDIT_NOTICED_NOW,
  trouble: (state === "conflict" ? trouble : null) ?? `Somebody changed the page in ${place}. It was left as it is.`,
});
