import { NoAnswer } from "../../connectors/errors.ts";
import type { FoundPage } from "../../connectors/knowledge-target.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getKnowledgeIntegration, type KnowledgeIntegrationRow, openKnowledgeConfig } from "../integrations/index.ts";
import type { Attempt, JobOf } from "../queue/queue.ts";
import { settleArticleStatus } from "./article-status.ts";
import { comeBackWhenDue, reopen } from "./come-back.ts";
import { tellOfComments } from "./detached-comments.ts";
import { goneAs } from "./gone-page.ts";
import { hashOf, isOnlyOurs } from "./known-content.ts";
import { LostPages } from "./lost-pages.ts";
import { pageContent } from "./page-content.ts";
import { type OpenPlace, putWantedAway, settleCopies } from "./page-copies.ts";
import { listKeptCopies } from "./page-copy-queries.ts";
import {
  type Change,
  claimPublication,
  INTENT,
  inMs,
  listOtherPages,
  lockArticle,
  NOW,
  type PublicationRow,
  stateAfter,
  writeFenced,
} from "./queries.ts";
import { SlowTargets, type TargetTurn } from "./slow-targets.ts";
import { forgetTrouble } from "./target-queries.ts";
import { whatFollows } from "./what-follows.ts";
import { type Written, writePage } from "./write-page.ts";

/** An earlier page is left behind at the moment in which the call for another one goes out. */
const NO_PAGE = {
  externalId: null,
  url: null,
  publishedVersion: null,
  publishedBlocks: null,
  publishedTitle: null,
  echoedKeys: {},
  ifGone: null,
};

/** What one worker process knows of the targets; a fresh one finds out. */
export interface WorkerMemory {
  slowTargets: SlowTargets;
  lostPages: LostPages;
}

export const workerMemory = ({ env }: Pick<Deps, "env">): WorkerMemory => ({
  slowTargets: new SlowTargets(env.UNRESOLVED_WAIT_SECONDS * 1000),
  lostPages: new LostPages(),
});

/** Another worker has claimed the publication meanwhile: nothing of this attempt may be written. */
class Overtaken extends Error {}

/**
 * Brings one publication to its wanted version, exactly once in effect: the intent is committed before each call, a call
 * with an open outcome is waited out and looked up before anything else, and every write names the fence of its claim.
 * The platform may be slow, fail anywhere, and this process may die between any two lines.
 */
export async function publishJob(
  deps: Deps,
  job: JobOf<"publish">,
  attempt: Attempt,
  { slowTargets, lostPages }: WorkerMemory = workerMemory(deps),
): Promise<void> {
  const { db, env } = deps;
  const within = <T>(work: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(db, job.workspaceId, work);

  const row = await within((scope) => claimPublication(scope, job.publicationId, env.UNRESOLVED_WAIT_SECONDS));
  if (!row) return within((scope) => comeBackWhenDue(deps, scope, job.publicationId));

  let integration: KnowledgeIntegrationRow | null = null;
  let hasCalled = false;
  let ended: TargetTurn["ended"] = () => {};
  const timeout = AbortSignal.timeout(env.UNRESOLVED_WAIT_SECONDS * 750);
  try {
    const known = await within((scope) => getKnowledgeIntegration(scope, row.integrationId));
    integration = known;
    const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
    if (!integration.isActive || !target) {
      await within((scope) => park(deps, scope, row, "The integration is switched off. Switch it on to publish here."));
      return;
    }
    const turn = slowTargets.enter({ integrationId: integration.id, host: hostOf(integration) });
    if ("waitMs" in turn)
      return await within((scope) => wait(deps, scope, { row, integration: known, waitMs: turn.waitMs }));
    ended = turn.ended;
    const content = await within((scope) => pageContent(deps.connectors, scope, row.articleId, row.marker));
    const config = openKnowledgeConfig(deps.secrets, integration);
    const signal = AbortSignal.any([attempt.signal, timeout]);
    const place: OpenPlace = { integration, target, config, signal };
    const keepIn = async (scope: WorkspaceScope, change: Change) => {
      if (!(await writeFenced(scope, row, change))) throw new Overtaken();
    };
    const keep = (change: Change) => within((scope) => keepIn(scope, change));
    await putWantedAway(deps, within, place, row.id);
    const kept = new Set(await within((scope) => listKeptCopies(scope, row.id)));
    const written = await writePage({
      target,
      config,
      row,
      content,
      signal,
      others: () => within((scope) => listOtherPages(scope, row)),
      lostPages: async () =>
        (await lostPages.find(within, place, row.marker)).filter(({ externalId }) => !kept.has(externalId)),
      surplus: async (pages) => {
        const isOurs = (page: FoundPage) => isOnlyOurs({ target, row, content }, page);
        await settleCopies(deps, within, place, { row, pages, isOnlyOurs: isOurs });
      },
      keep,
      intend: async ({ title, pendingBlocks, isNewPage, detached = [] }) => {
        await within(async (scope) => {
          const pendingTitles = [...new Set([...(row.pendingTitles ?? []), hashOf(title)])];
          await keepIn(scope, { ...INTENT, ...(isNewPage && NO_PAGE), title, pendingBlocks, pendingTitles });
          await tellOfComments(deps, scope, row, { ids: detached, title: content.title, integration: known });
        });
        hasCalled = true;
      },
    });
    ended("answered");
    const isSettled = await within((scope) => settle(deps, scope, row, written, content.version));
    const newPage = isSettled && written.outcome === "written" ? written.page.externalId : row.externalId;
    if (newPage && newPage !== row.externalId) await within((scope) => lostPages.stored(scope, known.id, newPage));
    if (!isSettled) await within((scope) => reopen(deps, scope, row));
    else if (integration.trouble) await within((scope) => forgetTrouble(scope, integration as KnowledgeIntegrationRow));
  } catch (error) {
    const isSilent = timeout.aborted || error instanceof NoAnswer;
    ended(attempt.signal.aborted || error instanceof Overtaken ? "stopped" : isSilent ? "no answer" : "answered");
    if (error instanceof Overtaken) return;
    const failure = { error, isStopping: attempt.signal.aborted, isTooSlow: timeout.aborted, hasCalled };
    await whatFollows(deps, { row, integration, failure });
  }
}

/** Nothing was tried, so nothing is counted, and an open outcome stays open. */
async function wait(
  deps: Deps,
  scope: WorkspaceScope,
  { row, integration, waitMs }: { row: PublicationRow; integration: { name: string }; waitMs: number },
): Promise<void> {
  const trouble = `${integration.name} does not answer at the moment. It is retried automatically.`;
  const change = { leaseUntil: null, nextAttemptAt: inMs(waitMs), trouble: row.trouble ?? trouble };
  if (!(await writeFenced(scope, row, change))) return;
  await comeBackWhenDue(deps, scope, row.id);
  if (row.trouble === null)
    await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
}

/** Of a site its own, of a platform with one address for all its name. */
const hostOf = ({ baseUrl, type }: KnowledgeIntegrationRow) => (URL.canParse(baseUrl) ? new URL(baseUrl).host : type);

const NEEDS_LOOK =
  "What was removed from the article was removed from the page too, except where somebody had changed that part. Their words were kept: check the page, they may still quote it.";

async function settle(
  deps: Deps,
  scope: WorkspaceScope,
  row: PublicationRow,
  written: Written,
  version: number,
): Promise<boolean> {
  await lockArticle(scope, row.articleId);
  const resolved = {
    intentAt: null,
    firstIntentAt: null,
    pendingBlocks: null,
    pendingTitles: null,
    leaseUntil: null,
    attempts: 0,
    replaceConflicts: false,
    ifGone: null,
  };
  const kept = await writeFenced(scope, row, {
    ...resolved,
    nextAttemptAt: NOW,
    ...(written.outcome === "written" && {
      externalId: written.page.externalId,
      url: written.page.url,
      title: written.title,
      publishedTitle: hashOf(written.title),
      publishedVersion: version,
      publishedBlocks: written.publishedBlocks,
      echoedKeys: written.echoedKeys,
      trouble: written.keptBlocks.length > 0 ? NEEDS_LOOK : null,
      keptBlocks: written.keptBlocks.length > 0 ? written.keptBlocks : null,
      notice: null,
      ...stateAfter(version, { needsLook: written.keptBlocks.length > 0 }),
    }),
    ...(written.outcome === "conflict" && {
      state: "conflict" as const,
      pendingBlocks: row.pendingBlocks,
      pendingTitles: row.pendingTitles,
      trouble:
        "Somebody changed a part of the page that the article changed too. The page was left as it is: keep it, or replace these parts.",
    }),
    ...(written.outcome === "removed" && goneAs(row)),
  });
  if (!kept) return false;
  await comeBackWhenDue(deps, scope, row.id);
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await settleArticleStatus(scope, deps.events, row.articleId);
  return true;
}

async function park(deps: Deps, scope: WorkspaceScope, row: PublicationRow, trouble: string): Promise<void> {
  await lockArticle(scope, row.articleId);
  if (!(await writeFenced(scope, row, { state: "parked", leaseUntil: null, trouble }))) return;
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  await settleArticleStatus(scope, deps.events, row.articleId);
}
