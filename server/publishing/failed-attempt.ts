import {
  ConnectorError,
  CredentialsRejected,
  hadNoEffect,
  MissingPermission,
  NoAnswer,
  NotFound,
  RateLimited,
  ReadTimedOut,
  Refused,
} from "../../connectors/errors.ts";
import { PageChanged } from "../../connectors/knowledge-target.ts";
import { recordActivity } from "../activity/index.ts";
import { isRetryable } from "../db/pool.ts";
import { bindToWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import { CannotDecrypt } from "../secrets/key-ring.ts";
import { updateArticleStatus } from "./article-status.ts";
import { computeTimeAfter, DATABASE_NOW, updateClaimedPublication } from "./claim-queries.ts";
import { enqueueWhenDue, reopenPublication } from "./enqueue-when-due.ts";
import { chooseStateOfMissingPage } from "./missing-page.ts";
import { type PublicationChange, type PublicationRow } from "./queries.ts";
import { lockArticle } from "./status-queries.ts";
import { storePublishingTrouble } from "./target-queries.ts";

/** Delays between attempts, as multiples of the wait for an unknown outcome: 15 s, 1, 5, 20 and 60 minutes at the default of 60 s. */
const BACK_OFF = [0.25, 1, 5, 20, 60];

export interface FailedAttempt {
  row: PublicationRow;
  integration: KnowledgeIntegrationRow | null;
  failure: {
    error: unknown;
    /** This worker is stopping, or its job was given to another worker. */
    isStopping: boolean;
    /** The attempt reached its time limit. */
    isTooSlow: boolean;
    /** A call that creates or changes the page was sent. */
    hasCalled: boolean;
  };
}

/**
 * Handles a failed attempt: retries later, or gives up and shows the reason to people. The article is kept either way.
 */
export async function handleFailure(deps: Deps, attempt: FailedAttempt): Promise<void> {
  const { row, integration, failure } = attempt;
  const inScope = bindToWorkspace(deps.db, row.workspaceId);
  const error = toConnectorError(failure, integration);
  const verdict = judge(error, failure);
  if (
    verdict.needsPerson &&
    integration &&
    (await inScope((scope) => recordTroubleOnce(deps, scope, attempt, verdict.trouble)))
  ) {
    await inScope((scope) => tryAgain(deps, scope, row, { attempts: row.attempts, nextAttemptAt: DATABASE_NOW }));
    return;
  }

  const attempts = row.attempts + (verdict.counts ? 1 : 0);
  const change: PublicationChange = {
    attempts,
    ...(verdict.trouble !== null && { trouble: verdict.trouble }),
    // If a call's outcome was unknown before this attempt, it stays unknown: the attempt may have failed before it
    // searched for the page.
    ...(verdict.didNothing &&
      row.intentAt === null && {
        intentAt: null,
        firstIntentAt: null,
        pendingBlocks: row.pendingBlocks,
        pendingTitles: row.pendingTitles,
        pendingLabels: row.pendingLabels,
      }),
  };
  if (verdict.isOurFault) deps.log.error({ err: error, publicationId: row.id }, "A publication failed unexpectedly");
  const pauseMs = pause(error, attempts, failure.isStopping ? 0 : deps.env.UNRESOLVED_WAIT_SECONDS * 1000);
  const kept = await inScope((scope) =>
    verdict.isFinal || attempts > BACK_OFF.length
      ? giveUp(deps, scope, attempt, verdict, change)
      : tryAgain(deps, scope, row, { ...change, nextAttemptAt: computeTimeAfter(pauseMs) }),
  );
  if (!kept && failure.hasCalled && !verdict.didNothing) await inScope((scope) => reopenPublication(deps, scope, row));
}

/** Schedules the next attempt. Returns false, like `giveUp`, if another worker has claimed the publication. */
async function tryAgain(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  change: PublicationChange,
): Promise<boolean> {
  await lockArticle(scope, row.articleId);
  if (!(await updateClaimedPublication(scope, row, { ...change, state: "queued", leaseUntil: null }))) return false;
  await enqueueWhenDue(deps, scope, row.id);
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await updateArticleStatus(scope, deps.events, row.articleId);
  return true;
}

async function giveUp(
  deps: Deps,
  scope: WorkspaceScope,
  attempt: FailedAttempt,
  { needsPerson, trouble }: FailureVerdict,
  change: PublicationChange,
): Promise<boolean> {
  const { row } = attempt;
  await lockArticle(scope, row.articleId);
  const isAccepted = row.ifGone === "leave" || row.ifGone === "forget";
  const outcome = isAccepted ? chooseStateOfMissingPage(row) : { state: "parked" as const };
  if (!(await updateClaimedPublication(scope, row, { ...change, ...outcome, ifGone: null, leaseUntil: null })))
    return false;
  if (!needsPerson && !isAccepted)
    await log(deps, scope, attempt, `${trouble} The article is kept in the library; retry from the article.`);
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await updateArticleStatus(scope, deps.events, row.articleId);
  return true;
}

function toConnectorError(
  { error, isStopping, isTooSlow }: FailedAttempt["failure"],
  integration: KnowledgeIntegrationRow | null,
): unknown {
  if (error instanceof ConnectorError) return error;
  if (error instanceof CannotDecrypt)
    return new CredentialsRejected("The stored API key can no longer be read. Enter it again.", { cause: error });
  if (isTooSlow && !isStopping && error instanceof Error && /^(Timeout|Abort)Error$/.test(error.name))
    return new NoAnswer(`${integration?.name ?? "The platform"} did not answer in time.`, {
      cause: error,
      mayHaveHappened: true,
    });
  return error;
}

interface FailureVerdict {
  /** A person has to repair the integration. All other articles on the integration wait for that too. */
  needsPerson: boolean;
  /** Every later attempt would fail too. */
  isFinal: boolean;
  /** The call certainly had no effect. If this is false, the next attempt first checks whether the call arrived. */
  didNothing: boolean;
  counts: boolean;
  isOurFault: boolean;
  /** The sentence for people; null if people need not know about the failure. */
  trouble: string | null;
}

function judge(error: unknown, { isStopping }: FailedAttempt["failure"]): FailureVerdict {
  const needsPerson = error instanceof CredentialsRejected || error instanceof MissingPermission;
  const isFinal = needsPerson || error instanceof Refused;
  const didNothing = isFinal || error instanceof NotFound || hadNoEffect(error);
  const isConnectors = error instanceof ConnectorError;
  const passes = error instanceof PageChanged || (!isConnectors && (isStopping || isRetryable(error)));
  const counts = !isStopping && !passes && !(error instanceof RateLimited || error instanceof ReadTimedOut);
  const isOurFault = !isConnectors && !passes;
  const trouble = isConnectors ? error.message : isOurFault ? "Something unexpected went wrong on our side." : null;
  return { needsPerson, isFinal, didNothing, counts, isOurFault, trouble };
}

function pause(error: unknown, attempts: number, waitMs: number): number {
  if (error instanceof RateLimited) return error.retryAfterMs;
  if (error instanceof ReadTimedOut) return 0;
  const longest = (BACK_OFF[Math.max(0, attempts - 1)] ?? 1) * waitMs;
  // Random delay of up to half the wait, so that waiting publications do not all call a recovered platform at the same
  // time.
  return longest * (0.5 + Math.random() / 2);
}

/**
 * Writes one log line per problem of the integration, instead of one line per waiting article. Returns true if somebody
 * changed the integration after the attempt read it, so that the failure is outdated.
 */
async function recordTroubleOnce(
  deps: Deps,
  scope: WorkspaceScope,
  attempt: FailedAttempt,
  trouble: string | null,
): Promise<boolean> {
  const { integration } = attempt;
  if (!integration || trouble === null) return false;
  const news = await storePublishingTrouble(scope, integration, trouble);
  if (news === "first") {
    await deps.events.notify(scope, { type: "integration", id: integration.id });
    await log(
      deps,
      scope,
      attempt,
      `${trouble} The article is kept in the library; it is published automatically once the integration works again.`,
    );
  }
  return news === "outdated";
}

async function log(
  deps: Deps,
  scope: WorkspaceScope,
  { row, integration }: FailedAttempt,
  reason: string,
): Promise<void> {
  const name = integration?.name ?? "the platform";
  const { articleId, integrationId, id: publicationId, attempts } = row;
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `An article could not be published to ${name}: ${reason}`,
    data: { articleId, publicationId, integrationId, integration: name, attempts: attempts + 1 },
  });
}
