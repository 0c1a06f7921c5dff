import { NoAnswer, ReadTimedOut } from "../../connectors/errors.ts";
import { bindToWorkspace, type InScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getKnowledgeIntegration, type KnowledgeIntegrationRow, openKnowledgeConfig } from "../integrations/index.ts";
import type { JobAttempt, JobOf } from "../queue/queue.ts";
import { claimPublication } from "./claim-queries.ts";
import { markPublicationHeld, parkPublication, postponeAttempt, storeOutcome } from "./end-attempt.ts";
import { enqueueWhenDue, reopenPublication } from "./enqueue-when-due.ts";
import { handleFailure } from "./failed-attempt.ts";
import { ClaimLostError, openPageWriter } from "./open-page-writer.ts";
import { buildPageContent } from "./page-content.ts";
import { archiveDecidedCopies, type TargetConnection } from "./page-copies.ts";
import type { PublicationRow } from "./queries.ts";
import { type AttemptPermit, SlowTargets } from "./slow-targets.ts";
import { hasUndoneApproval } from "./status-queries.ts";
import { clearTrouble } from "./target-queries.ts";
import { UnrecordedPages } from "./unrecorded-pages.ts";
import { type WriteOutcome, writePage } from "./write-page.ts";

/** Facts about targets that a worker process keeps in memory. A new process collects these facts again. */
export interface WorkerMemory {
  slowTargets: SlowTargets;
  unrecordedPages: UnrecordedPages;
}

export const createWorkerMemory = ({ env }: Pick<Deps, "env">): WorkerMemory => ({
  slowTargets: new SlowTargets(env.UNRESOLVED_WAIT_SECONDS * 1000),
  unrecordedPages: new UnrecordedPages(),
});

/**
 * Publishes the wanted version of one publication, exactly once in effect. The intent is committed before each call.
 * After an unknown outcome, the job waits and then searches for the page. Every write names its claim's fence. The
 * platform may therefore be slow or fail, and this process may die, at any point.
 */
export async function publishJob(
  deps: Deps,
  job: JobOf<"publish">,
  attempt: JobAttempt,
  { slowTargets, unrecordedPages }: WorkerMemory = createWorkerMemory(deps),
): Promise<void> {
  const { db, env } = deps;
  const inScope = bindToWorkspace(db, job.workspaceId);

  const row = await inScope((scope) => claimPublication(scope, job.publicationId, env.UNRESOLVED_WAIT_SECONDS));
  if (!row) return inScope((scope) => enqueueWhenDue(deps, scope, job.publicationId));

  let integration: KnowledgeIntegrationRow | null = null;
  let hasCalled = false;
  let ended: AttemptPermit["ended"] = () => {};
  const timeout = AbortSignal.timeout(env.UNRESOLVED_WAIT_SECONDS * 750);
  try {
    const known = await inScope((scope) => getKnowledgeIntegration(scope, row.integrationId));
    integration = known;
    const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
    const why = whyParked(row, integration);
    if (why !== null || !target)
      return await inScope((scope) => parkPublication(deps, scope, row, why ?? SWITCHED_OFF));
    const turn = slowTargets.enter({ integrationId: integration.id, host: hostOf(integration) });
    if ("waitMs" in turn)
      return await inScope((scope) => postponeAttempt(deps, scope, { row, integration: known, waitMs: turn.waitMs }));
    ended = turn.ended;
    const content = await inScope((scope) => buildPageContent(deps.connectors, scope, row));
    if (content.heldBecause !== null && hasNoPage(row)) {
      ended("answered");
      return void (await inScope((scope) => markPublicationHeld(deps, scope, row, content.heldBecause)));
    }
    const isUnapproved = await inScope((scope) => hasUndoneApproval(scope, row));
    const config = openKnowledgeConfig(deps.secrets, integration);
    const signal = AbortSignal.any([attempt.signal, timeout]);
    const openTarget: TargetConnection = { integration, target, config, signal };
    await archiveDecidedCopies(deps, inScope, openTarget, row.id);
    const writer = await openPageWriter(deps, inScope, {
      row: removeHeldText(row, content),
      integration: known,
      openTarget,
      content,
      isUnapproved,
      unrecordedPages,
      onCall: () => {
        hasCalled = true;
      },
    });
    const written = await writePage(writer);
    ended("answered");
    await finishAttempt(deps, inScope, { row, integration, unrecordedPages }, { written, content });
  } catch (error) {
    const isSilent = (timeout.aborted && !(error instanceof ReadTimedOut)) || error instanceof NoAnswer;
    ended(attempt.signal.aborted || error instanceof ClaimLostError ? "stopped" : isSilent ? "no answer" : "answered");
    if (error instanceof ClaimLostError) return;
    const failure = { error, isStopping: attempt.signal.aborted, isTooSlow: timeout.aborted, hasCalled };
    await handleFailure(deps, { row, integration, failure });
  }
}

/**
 * Gives up after this many consecutive attempts that ended because the process died. A page that crashes its process
 * does so in every attempt. A page that is interrupted by other crashes hardly ever reaches ten in a row.
 */
const MOST_INTERRUPTIONS = 10;
const SWITCHED_OFF = "The integration is switched off. Switch it on to publish here.";

function whyParked({ interruptions }: PublicationRow, { isActive, name }: KnowledgeIntegrationRow): string | null {
  if (!isActive) return SWITCHED_OFF;
  if (interruptions <= MOST_INTERRUPTIONS) return null;
  return `Publishing to ${name} was interrupted ${MOST_INTERRUPTIONS} times at the same place because the server itself ended. It is not retried automatically; retry from the article.`;
}

/** The host of a site; the platform's type if all customers share one host. */
const hostOf = ({ baseUrl, type }: KnowledgeIntegrationRow) => (URL.canParse(baseUrl) ? new URL(baseUrl).host : type);

/** True if no call that could have created a page has gone out. */
const hasNoPage = ({ externalId, intentAt, firstIntentAt }: PublicationRow) =>
  externalId === null && intentAt === null && firstIntentAt === null;

/** A held article's text leaves its page even if people edited the page. A removed page is not created again. */
const removeHeldText = (row: PublicationRow, { heldBecause }: { heldBecause: string | null }): PublicationRow =>
  heldBecause === null ? row : { ...row, retracts: true, replaceConflicts: false, ifGone: null };

async function finishAttempt(
  deps: Deps,
  inScope: InScope,
  {
    row,
    integration,
    unrecordedPages,
  }: { row: PublicationRow; integration: KnowledgeIntegrationRow; unrecordedPages: UnrecordedPages },
  { written, content }: { written: WriteOutcome; content: Awaited<ReturnType<typeof buildPageContent>> },
): Promise<void> {
  const isSettled = await inScope((scope) => storeOutcome(deps, scope, row, written, content));
  const newPage = isSettled && written.outcome === "written" ? written.page.externalId : row.externalId;
  if (newPage && newPage !== row.externalId)
    await inScope((scope) => unrecordedPages.stored(scope, integration.id, newPage));
  if (!isSettled) await inScope((scope) => reopenPublication(deps, scope, row));
  else if (integration.trouble) await inScope((scope) => clearTrouble(scope, integration));
}
