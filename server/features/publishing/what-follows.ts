import {
  ConnectorError,
  CredentialsRejected,
  MissingPermission,
  NotFound,
  RateLimited,
  Refused,
  Unreachable,
} from "../../../connectors/errors.ts";
import { PageChanged } from "../../../connectors/knowledge-target.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { recordActivity } from "../activity/record.ts";
import { type KnowledgeIntegrationRow, updateKnowledgeIntegration } from "../integrations/queries.ts";
import { settleArticleStatus } from "./article-status.ts";
import { comeBackWhenDue } from "./come-back.ts";
import { inMs, type PublicationRow, writeFenced } from "./queries.ts";

/** Waits between tries, as multiples of the wait for an open outcome: 15 s, 1, 5, 20 and 60 minutes at the usual 60 s. */
const BACK_OFF = [0.25, 1, 5, 20, 60];

/** After a failed attempt: try again later, or give up with the reason where a person sees it. Nothing is lost either way. */
export async function whatFollows(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  integration: KnowledgeIntegrationRow | null,
  error: unknown,
  { waitMs, isStopping }: { waitMs: number; isStopping: boolean },
): Promise<void> {
  const needsPerson = error instanceof CredentialsRejected || error instanceof MissingPermission;
  const isFinal = needsPerson || error instanceof NotFound || error instanceof Refused;
  // Only these say for certain that the call under way did nothing; any other outcome is looked up first next time.
  const didNothing =
    isFinal || error instanceof RateLimited || (error instanceof Unreachable && !error.mayHaveHappened);
  const counts = !isStopping && !(error instanceof RateLimited) && !(error instanceof PageChanged);
  const attempts = row.attempts + (counts ? 1 : 0);
  const trouble = error instanceof ConnectorError ? error.message : "Something unexpected went wrong on our side.";
  if (!(error instanceof ConnectorError))
    deps.log.error({ err: error, publicationId: row.id }, "A publication failed unexpectedly");

  const givesUp = isFinal || attempts > BACK_OFF.length;
  const kept = await writeFenced(scope, row, {
    leaseUntil: null,
    attempts,
    trouble,
    state: givesUp ? "parked" : "queued",
    nextAttemptAt: inMs(pause(error, attempts, waitMs)),
    // An outcome that was open before this attempt is still open: the attempt may have failed before it was looked up.
    ...(didNothing && row.intentAt === null && { intentAt: null }),
  });
  if (!kept) return;
  if (givesUp) await tellPerson(deps, scope, row, integration, trouble, needsPerson);
  else await comeBackWhenDue(deps, scope, row.id);
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await settleArticleStatus(scope, deps.events, row.articleId);
}

function pause(error: unknown, attempts: number, waitMs: number): number {
  if (error instanceof RateLimited) return error.retryAfterMs;
  const longest = (BACK_OFF[Math.max(0, attempts - 1)] ?? 1) * waitMs;
  // Full jitter, never under half: a platform that comes back is not met by everybody at once.
  return longest * (0.5 + Math.random() / 2);
}

/** One line in the log for each thing a person must do, not one for each article that waits for it. */
async function tellPerson(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  integration: KnowledgeIntegrationRow | null,
  trouble: string,
  needsPerson: boolean,
): Promise<void> {
  const name = integration?.name ?? "the platform";
  if (needsPerson && integration) {
    if (integration.trouble === trouble) return;
    await updateKnowledgeIntegration(scope, integration.id, { trouble });
    await deps.events.notify(scope, { type: "integration", id: integration.id });
  }
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `An article could not be published to ${name}: ${trouble} The article is kept in the library; ${
      needsPerson ? "it is published by itself once the integration is repaired." : "retry from the article."
    }`,
    data: {
      articleId: row.articleId,
      publicationId: row.id,
      integrationId: row.integrationId,
      integration: name,
      attempts: row.attempts,
    },
  });
}
