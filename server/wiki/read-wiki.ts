import { createHash } from "node:crypto";
import { CredentialsRejected, MissingPermission, NotFound, RateLimited, Refused } from "../../connectors/errors.ts";
import type { WikiReading } from "../../connectors/wiki-pages.ts";
import { extractTerms } from "../../engine/answer/index.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  explainTrouble,
  getKnowledgeIntegration,
  type KnowledgeIntegrationRow,
  openKnowledgeConfig,
} from "../integrations/index.ts";
import { computeNextReading, PAGES_PER_EVENT_READING, readDatabaseClock } from "./events/event-queries.ts";
import { closeFulfilledAdditions, listMissingWords } from "./findings/addition-queries.ts";
import { rejudgeConversationsOfPages } from "./rejudge-conversations.ts";
import {
  countListedPages,
  countPages,
  type DuePage,
  deleteAllPages,
  deletePage,
  deleteUnlistedPages,
  findReading,
  inSeconds,
  listDuePages,
  lockReading,
  MOST_PAGES,
  markPageUnreadable,
  NOW,
  notePageTrouble,
  storeListedPages,
  storePage,
  updateReading,
  type WikiReadingRow,
} from "./wiki-queries.ts";

type WikiDeps = Pick<Deps, "db" | "connectors" | "secrets" | "log" | "queue" | "events">;

/** A turn begins nothing after this time, so that other wikis are not kept waiting; the next turn goes on. */
const LONGEST_TURN_MS = 120_000;
const LOOK_EVERY_SECONDS = 15 * 60;
/** The clocks of the platform and of the database may differ so much, and a search index may be behind. */
const OVERLAP_MS = 10 * 60 * 1000;
/** A single call that fails delays a wiki only a little. A platform that is down is not asked again and again. */
const FIRST_AGAIN_SECONDS = 15;
const AGAIN_SECONDS = 5 * 60;
const PAGES_AT_ONCE = 20;
const UNKNOWN_TROUBLE = "It could not be read, and is tried again.";
/** A turn ends after more failures, because the platform is probably down. */
const MOST_FAILURES = 4;

interface OpenWiki {
  deps: WikiDeps;
  inScope: InScope;
  reading: WikiReadingRow;
  platform: Pick<WikiReading<Record<string, string>>, "listPages" | "readPage" | "readsAtOnce">;
  config: Record<string, string>;
  /** Ends a call under way, because the process stops. */
  signal: AbortSignal;
  /** Ends the turn before the next call. A page under way is read to its end, so that no page is read twice. */
  turn: AbortSignal;
}

/**
 * Looks which pages a wiki has, if a look is due, and reads those that changed. Every portion and every page is stored by
 * itself, so that a turn that breaks off anywhere is continued by the next one.
 */
export async function readWiki(
  deps: WikiDeps,
  { workspaceId, integrationId }: { workspaceId: string; integrationId: string },
  stopping: AbortSignal,
): Promise<void> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const turn = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_TURN_MS)]);
  try {
    const found = await inScope((scope) => openReading(deps, scope, integrationId));
    if (!found) return;
    const target = deps.connectors.targets[found.integration.type as keyof typeof deps.connectors.targets];
    if (!target?.listPages || !target.readPage) return;
    const { listPages, readPage, readsAtOnce } = target;
    const platform = { listPages, readPage, ...(readsAtOnce && { readsAtOnce }) };
    const config = openKnowledgeConfig(deps.secrets, found.integration);
    const wiki = { deps, inScope, reading: found.reading, platform, config, signal: stopping, turn };
    await look(wiki);
    await readDuePages(wiki);
    await inScope((scope) => waitForLook(scope, integrationId));
  } catch (error) {
    if (turn.aborted || error instanceof ReadingOvertaken) return;
    const trouble = explainTrouble(error);
    if (trouble === null)
      deps.log.warn({ err: safeDatabaseError(error), integrationId }, "The pages of a wiki could not be read");
    await inScope((scope) => noteTrouble(scope, integrationId, error, trouble));
  }
}

/** Somebody changed what is read, or switched it off, while it was read. */
class ReadingOvertaken extends Error {}

/** The reading of an integration. What was read at another address or with another account is erased. */
async function openReading(deps: WikiDeps, scope: WorkspaceScope, integrationId: string) {
  const integration = await getKnowledgeIntegration(scope, integrationId);
  const reading = await findReading(scope, integrationId);
  if (!reading || !integration.isActive) return null;
  const site = siteOf(integration);
  if (reading.site === site) return { integration, reading };
  await rejudgeConversationsOfPages(deps, scope, { integrationId, which: "all" });
  await deleteAllPages(scope, integrationId);
  const anew = { site, listedAt: null, lookedAt: null, lookStartedAt: null, lookCursor: null, lookDueAt: new Date() };
  await updateReading(scope, integrationId, anew);
  return { integration, reading: { ...reading, ...anew } };
}

const siteOf = ({ type, baseUrl, spaceId, settings, grantId, apiKeyLast4 }: KnowledgeIntegrationRow) =>
  createHash("sha256")
    .update(JSON.stringify([type, baseUrl, spaceId, Object.entries(settings).sort(), grantId, apiKeyLast4]))
    .digest("base64url");

/** Lists the platform's pages portion by portion, from where the last turn stopped. */
async function look({ deps, inScope, reading, platform, config, signal, turn }: OpenWiki): Promise<void> {
  const { integrationId, places } = reading;
  const begun = reading.lookStartedAt
    ? { startedAt: reading.lookStartedAt, since: reading.lookSince, cursor: reading.lookCursor }
    : await inScope((scope) => beginLook(scope, reading));
  if (!begun) return;
  const { startedAt: lookStartedAt, since } = begun;
  let cursor = begun.cursor;
  do {
    turn.throwIfAborted();
    const list = await platform.listPages(config, { places, since, cursor }, signal);
    cursor = await inScope(async (scope) => {
      if (!(await lockReading(scope, { integrationId, lookStartedAt }))) throw new ReadingOvertaken();
      const room = MOST_PAGES - (await countListedPages(scope, integrationId, lookStartedAt));
      const isFull = list.pages.length > room || (list.pages.length === room && list.next !== null);
      const listed = list.pages.slice(0, Math.max(0, room));
      const pageIds = await storeListedPages(scope, { integrationId, lookStartedAt }, listed);
      if (pageIds.length > 0)
        await rejudgeConversationsOfPages(deps, scope, { integrationId, which: "these", pageIds });
      const next = isFull ? null : list.next;
      await updateReading(scope, integrationId, { lookCursor: next, ...(since === null && { isFull }) });
      if (next === null) await endLook(deps, scope, { integrationId, lookStartedAt, since });
      return next;
    });
  } while (cursor !== null);
}

/** Null when no look is due. */
async function beginLook(scope: WorkspaceScope, { integrationId }: WikiReadingRow) {
  const reading = await lockReading(scope, { integrationId, lookStartedAt: null });
  const startedAt = await readDatabaseClock(scope);
  if (!reading || reading.lookDueAt > startedAt) return null;
  const portions = Math.max(1, Math.ceil((await countPages(scope, integrationId)) / PAGES_PER_EVENT_READING));
  const { listedAt, lookedAt } = reading;
  const isWholeDue =
    !listedAt ||
    reading.looksAtAll ||
    startedAt.getTime() - listedAt.getTime() >= (portions * LOOK_EVERY_SECONDS - 60) * 1_000;
  const since = isWholeDue || !lookedAt ? null : new Date(lookedAt.getTime() - OVERLAP_MS);
  await updateReading(scope, integrationId, {
    lookStartedAt: startedAt,
    lookSince: since,
    lookCursor: null,
    looksAtAll: false,
  });
  return { startedAt, since, cursor: null as string | null };
}

interface ListingLook {
  integrationId: string;
  lookStartedAt: Date;
  since: Date | null;
}

async function endLook(
  deps: WikiDeps,
  scope: WorkspaceScope,
  { integrationId, lookStartedAt, since }: ListingLook,
): Promise<void> {
  if (since === null) {
    await rejudgeConversationsOfPages(deps, scope, { integrationId, which: "unlisted", since: lookStartedAt });
    await deleteUnlistedPages(scope, integrationId, lookStartedAt);
  }
  await updateReading(scope, integrationId, {
    lookStartedAt: null,
    lookedAt: lookStartedAt,
    lookDueAt: computeNextReading(lookStartedAt, LOOK_EVERY_SECONDS),
    ...(since === null && { listedAt: lookStartedAt, isRefused: false }),
    trouble: null,
  });
}

/**
 * Reads pages until none is due, or until the next look is. A page whose reading fails does not keep the others waiting: it is read
 * again in the next turn.
 */
async function readDuePages(wiki: OpenWiki): Promise<void> {
  const { inScope, reading } = wiki;
  const { integrationId } = reading;
  const failures = new Map<string, unknown>();
  for (;;) {
    const due = await inScope(async (scope) => {
      const now = await findReading(scope, integrationId);
      if (!now) throw new ReadingOvertaken();
      const but = [...failures.keys()];
      return now.lookDueAt <= new Date() ? [] : listDuePages(scope, integrationId, { most: PAGES_AT_ONCE, but });
    });
    if (due.length > 0) await readPages(wiki, due, failures);
    const [failure] = failures.values();
    if (failures.size > MOST_FAILURES || (due.length === 0 && failure)) throw failure;
    if (due.length === 0) return;
    if (!failure && reading.trouble) {
      await inScope((scope) => updateReading(scope, integrationId, { trouble: null }));
      reading.trouble = null;
    }
  }
}

/** Reads as many pages at once as the platform allows, and collects failures. */
async function readPages(wiki: OpenWiki, due: DuePage[], failures: Map<string, unknown>): Promise<void> {
  const refusal = new AbortController();
  const stop = AbortSignal.any([wiki.turn, refusal.signal]);
  const waiting = due.values();
  const readOn = async () => {
    for (const page of waiting) {
      stop.throwIfAborted();
      if (failures.size > MOST_FAILURES) return;
      try {
        await readOne(wiki, page);
      } catch (error) {
        if (isRefusal(error)) refusal.abort(error);
        failures.set(page.id, error);
        if (!stop.aborted) await wiki.inScope((scope) => notePageTrouble(scope, page.id, describeTrouble(error)));
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: wiki.platform.readsAtOnce ?? 1 }, readOn));
  refusal.signal.throwIfAborted();
  const stopped = ended.find(({ status }) => status === "rejected");
  if (stopped?.status === "rejected") throw stopped.reason;
}

const describeTrouble = (error: unknown) => explainTrouble(error) ?? UNKNOWN_TROUBLE;

/** The platform would refuse the other pages, too. */
const isRefusal = (error: unknown) =>
  error instanceof RateLimited || error instanceof CredentialsRejected || error instanceof MissingPermission;

async function readOne({ deps, inScope, reading, platform, config, signal }: OpenWiki, due: DuePage): Promise<void> {
  const { integrationId } = reading;
  const lose = (remove: (scope: WorkspaceScope) => PromiseLike<unknown>) =>
    inScope(async (scope) => {
      await rejudgeConversationsOfPages(deps, scope, { integrationId, which: "one", pageId: due.id });
      await remove(scope);
    });
  try {
    const page = await platform.readPage(config, due.externalId, signal);
    const terms =
      page && !page.isOurs
        ? termsIn([page.title, ...page.passages.flatMap(({ headings, text }) => [...headings, text])])
        : [];
    if (page)
      await inScope(async (scope) => {
        const lacked = await listMissingWords(scope, due.id);
        await storePage(scope, due, { page, terms });
        if (lacked && (await closeFulfilledAdditions(scope, due.id, lacked, page.passages)))
          await deps.events.notify(scope, { type: "inbox" });
      });
    else await lose((scope) => deletePage(scope, due.id));
  } catch (error) {
    if (error instanceof Refused) await lose((scope) => markPageUnreadable(scope, due, error.message));
    else if (error instanceof NotFound) await lose((scope) => deletePage(scope, due.id));
    else throw error;
  }
}

const termsIn = (texts: string[]) => [...new Set(texts.flatMap(extractTerms))];

async function waitForLook(scope: WorkspaceScope, integrationId: string): Promise<void> {
  const reading = await lockReading(scope, { integrationId, lookStartedAt: null });
  // The platform may have told of a page since the last one was read.
  if (reading && (await listDuePages(scope, integrationId, { most: 1 })).length === 0)
    await updateReading(scope, integrationId, { dueAt: reading.lookDueAt });
}

/** Pages that the platform refuses are hidden; while it is only down, they stay as they are. */
async function noteTrouble(
  scope: WorkspaceScope,
  integrationId: string,
  error: unknown,
  trouble: string | null,
): Promise<void> {
  const isRefused =
    error instanceof CredentialsRejected || error instanceof MissingPermission || error instanceof NotFound;
  const again = (await findReading(scope, integrationId))?.trouble ? AGAIN_SECONDS : FIRST_AGAIN_SECONDS;
  const waits = error instanceof RateLimited ? Math.ceil(error.retryAfterMs / 1000) : again;
  await updateReading(scope, integrationId, {
    dueAt: inSeconds(waits),
    trouble: trouble ?? UNKNOWN_TROUBLE,
    // A cursor may have expired, so the next look begins at the start.
    ...(error instanceof Refused && { lookStartedAt: null }),
    ...(isRefused && { isRefused, lookDueAt: NOW, lookStartedAt: null, listedAt: null }),
  });
}
