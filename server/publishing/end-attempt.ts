import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { updateArticleStatus } from "./article-status.ts";
import {
  chooseStateAfterWriting,
  computeTimeAfter,
  DATABASE_NOW,
  EDIT_NOTICED_NOW,
  updateClaimedPublication,
} from "./claim-queries.ts";
import { enqueueWhenDue } from "./enqueue-when-due.ts";
import { explainPageHold, recordHeld } from "./held-pages.ts";
import { hashText } from "./known-content.ts";
import { chooseStateOfMissingPage, REMOVAL_IN_REVIEW } from "./missing-page.ts";
import { deletePublication, type PublicationRow } from "./queries.ts";
import { hasUndoneApproval, lockArticle } from "./status-queries.ts";
import type { WriteOutcome } from "./write-page.ts";

/** Postpones the attempt without counting it, because nothing was tried. A call's unknown outcome stays unknown. */
export async function postponeAttempt(
  deps: Deps,
  scope: WorkspaceScope,
  { row, integration, waitMs }: { row: PublicationRow; integration: { name: string }; waitMs: number },
): Promise<void> {
  const trouble = `${integration.name} does not answer at the moment. It is retried automatically.`;
  const change = { leaseUntil: null, nextAttemptAt: computeTimeAfter(waitMs), trouble: row.trouble ?? trouble };
  if (!(await updateClaimedPublication(scope, row, change))) return;
  await enqueueWhenDue(deps, scope, row.id);
  if (row.trouble === null)
    await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
}

const NEEDS_LOOK =
  "What was removed from the article was removed from the page too, except where somebody had changed that part. Their words were kept: check the page, they may still quote it.";

/** Row change when the outcomes of all calls are known. */
const RESOLVED = {
  intentAt: null,
  firstIntentAt: null,
  pendingBlocks: null,
  pendingTitles: null,
  pendingLabels: null,
  leaseUntil: null,
  attempts: 0,
  replaceConflicts: false,
  ifGone: null,
};

/** Stores the attempt's outcome; returns false if another worker has claimed the publication. */
export async function storeOutcome(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  written: WriteOutcome,
  { version, heldBecause, labels }: { version: number; heldBecause: string | null; labels: string[] },
): Promise<boolean> {
  await lockArticle(scope, row.articleId);
  if (written.outcome === "nothing") return markPublicationHeld(deps, scope, row, heldBecause);
  if (written.outcome === "withdrawn") return storeWithdrawal(deps, scope, row, written.review);
  const isOutdated = (await explainPageHold(scope, row)) !== heldBecause;
  const kept = await updateClaimedPublication(scope, row, {
    ...RESOLVED,
    nextAttemptAt: DATABASE_NOW,
    ...(written.outcome === "written" && {
      externalId: written.page.externalId,
      url: written.page.url,
      title: written.title,
      publishedTitle: hashText(written.title),
      publishedLabels: labels.map(hashText),
      publishedVersion: version,
      publishedBlocks: written.publishedBlocks,
      echoedKeys: written.echoedKeys,
      seenContent: written.seenContent,
      editedAt: null,
      trouble: written.keptBlocks.length > 0 ? NEEDS_LOOK : null,
      keptBlocks: written.keptBlocks.length > 0 ? written.keptBlocks : null,
      notice: heldBecause,
      review: written.page.review ?? null,
      ...chooseStateAfterWriting(row, version, {
        needsLook: written.keptBlocks.length > 0,
        isHeld: heldBecause !== null,
      }),
    }),
    ...(written.outcome === "conflict" && {
      state: chooseStateAfterWriting(row, version, { needsLook: true, isHeld: false }).state,
      pendingBlocks: row.pendingBlocks,
      pendingTitles: row.pendingTitles,
      pendingLabels: row.pendingLabels,
      seenContent: written.seenContent,
      editedAt: row.editedAt ?? EDIT_NOTICED_NOW,
      trouble:
        "Somebody changed a part of the page that the article changed too. The page was left as it is: keep it, or replace these parts.",
    }),
    ...(written.outcome === "removed" && { ...chooseStateOfMissingPage(row), review: null }),
    ...(written.outcome === "declined" && {
      review: written.review,
      publishedVersion: version,
      trouble: null,
      ...chooseStateAfterWriting(row, version, { needsLook: false, isHeld: heldBecause !== null }),
    }),
    // During the call, the readers of the article or of the target changed.
    ...(isOutdated && { state: "queued" as const }),
  });
  if (kept) await recordEnd(deps, scope, row, { hadPage: true, heldBecause });
  return kept;
}

/**
 * Removes the page from the row, because the approval was undone; a new approval creates a new page. If the article was
 * approved again during the call, its page is restored.
 */
async function storeWithdrawal(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  review: PublicationRow["review"],
): Promise<boolean> {
  const isStill = await hasUndoneApproval(scope, row);
  const isPending = isStill && review !== null;
  const kept = await updateClaimedPublication(scope, row, {
    ...RESOLVED,
    nextAttemptAt: DATABASE_NOW,
    review,
    trouble: null,
    ...(isPending ? { state: "removed" as const, notice: REMOVAL_IN_REVIEW } : { state: "queued" as const }),
    ...(!isStill && { ifGone: "restore" as const }),
  });
  if (!kept) return false;
  if (isStill && !isPending) await deletePublication(scope, row.id);
  await recordEnd(deps, scope, row, { hadPage: true, heldBecause: row.notice });
  return true;
}

/**
 * Marks the publication as held. No page exists, and nothing is sent while readers of the target may not read the
 * article.
 */
export async function markPublicationHeld(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  heldBecause: string | null,
): Promise<boolean> {
  await lockArticle(scope, row.articleId);
  const why = await explainPageHold(scope, row);
  const kept = await updateClaimedPublication(scope, row, {
    intentAt: null,
    firstIntentAt: null,
    pendingBlocks: null,
    pendingTitles: null,
    pendingLabels: null,
    leaseUntil: null,
    attempts: 0,
    nextAttemptAt: DATABASE_NOW,
    trouble: null,
    ...(why === null ? { state: "queued" as const } : { state: "held" as const, notice: why }),
  });
  if (kept) await recordEnd(deps, scope, row, { hadPage: false, heldBecause });
  return kept;
}

async function recordEnd(
  deps: Deps,
  scope: WorkspaceScope,
  { id, articleId, notice }: PublicationRow,
  { hadPage, heldBecause: why }: { hadPage: boolean; heldBecause: string | null },
): Promise<void> {
  if (why !== null && notice !== why) await recordHeld(deps, scope, { articleId, hadPage, why });
  await enqueueWhenDue(deps, scope, id);
  await deps.events.notify(scope, { type: "publication", articleId, id });
  await updateArticleStatus(scope, deps.events, articleId);
}

/** Stops retrying until a person acts. */
export async function parkPublication(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  trouble: string,
): Promise<void> {
  await lockArticle(scope, row.articleId);
  if (!(await updateClaimedPublication(scope, row, { state: "parked", leaseUntil: null, trouble }))) return;
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await updateArticleStatus(scope, deps.events, row.articleId);
}
