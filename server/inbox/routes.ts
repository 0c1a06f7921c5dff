import type { FastifyInstance } from "fastify";
import {
  type DecideAllBody,
  type UndoableDecision as Decided,
  type InboxItem,
  type InboxPage,
  inboxEndpoints,
} from "../../shared/contract/inbox.ts";
import {
  BACKLOG_LIMITS,
  INBOX_KINDS,
  type InboxKind,
  MAX_OPEN_PROPOSALS,
  MOST_DECISIONS_IN_BULK,
  STRICT_FROM_OPEN_PROPOSALS,
  UNDO_HOURS,
} from "../../shared/domain/inbox.ts";
import { inWorkspaceAs, type ReaderScope, readInWorkspaceAs } from "../db/audience.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalid, notFound } from "../errors.ts";
import { serveEndpoints, type Viewer } from "../http/routes.ts";
import { readReviewSettings, saveReviewSettings } from "../library/index.ts";
import { countOpenFindings } from "../wiki/findings/index.ts";
import { assignItem, snoozeItem } from "./assign.ts";
import { addAssignmentState, countAssignedOtherItems, listAssignments } from "./assignment-queries.ts";
import { decideItem } from "./decide.ts";
import { type DecisionOutcome as Decision, parseItemId } from "./decision-case.ts";
import { countDecisionsByRisk, listUndoableDecisions } from "./decision-queries.ts";
import {
  countDecided,
  findOpenItem,
  listItemsOfKind,
  listMostUrgentItems,
  type OpenInboxItem,
  readOpenItems,
} from "./inbox-queries.ts";
import { describeItems } from "./items.ts";
import { undoDecision } from "./undo.ts";
import { listDecidedFindings } from "./wiki-findings.ts";

const USUAL_PAGE = 50;
const NO_FINDINGS = { count: 0, mine: 0, snoozed: 0 };

export function inboxRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, inboxEndpoints, {
    "GET /api/inbox": ({ viewer, query }) => readInWorkspaceAs(db, viewer, (scope) => readInbox(deps, scope, query)),

    "GET /api/inbox/:id": ({ viewer, params }) =>
      readInWorkspaceAs(db, viewer, (scope) => readItem(deps, scope, params.id)),

    "GET /api/inbox/undoable": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, (scope) => readUndoable(scope, viewer.userId)),

    "POST /api/inbox/:id/decide": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, (scope) => decideItem(deps, scope, params.id, body, viewer.userId)),

    "POST /api/inbox/decide": async ({ viewer, body }) => ({
      results: await oneByOne(deps, viewer, body.decisions, (scope, { id, ...choice }) =>
        decideItem(deps, scope, id, choice, viewer.userId),
      ),
    }),

    "POST /api/inbox/decide-all": ({ viewer, body }) => decideKind(deps, viewer, body),

    "POST /api/inbox/:id/undo": async ({ viewer, params }) => {
      await inWorkspaceAs(db, viewer, (scope) => undoDecision(deps, scope, params.id, viewer.userId));
      return { success: true as const };
    },

    "POST /api/inbox/undo": ({ viewer, body }) =>
      forEach(deps, viewer, body.ids, (scope, id) => undoDecision(deps, scope, id, viewer.userId)),

    "PUT /api/inbox/assignments": ({ viewer, body: { ids, ...assignment } }) =>
      forEach(deps, viewer, ids, (scope, item) => assignItem(deps, scope, { item, ...assignment, by: viewer.userId })),

    "PUT /api/inbox/snoozes": ({ viewer, body: { ids, until } }) =>
      forEach(deps, viewer, ids, (scope, item) => snoozeItem(deps, scope, { item, until, by: viewer.userId })),

    "GET /api/review-settings": ({ viewer }) => inWorkspace(db, viewer.workspaceId, readReviewSettings),
    "GET /api/review-settings/decisions": ({ viewer }) => inWorkspaceAs(db, viewer, countDecisionsByRisk),
    "PUT /api/review-settings": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => saveReviewSettings(scope, body)),
  });
}

async function readUndoable(scope: ReaderScope, by: string): Promise<Decided[]> {
  const decided = (await listUndoableDecisions(scope, by)).map(
    ({ id, subject, choice, note, decidedAt, articleId, title }) => ({
      id,
      article: { id: articleId, title },
      kind: INBOX_KINDS.find((kind) => subject.startsWith(`${kind}.`)) ?? null,
      choice,
      note,
      decidedAt: decidedAt.toISOString(),
      until: new Date(decidedAt.getTime() + UNDO_HOURS * 3_600_000).toISOString(),
    }),
  );
  const aboutPages = await listDecidedFindings(scope, by);
  return [...decided, ...aboutPages].toSorted((a, b) => b.decidedAt.localeCompare(a.decidedAt));
}

export interface InboxQuery {
  kind?: InboxKind | undefined;
  /** A number as digits. */
  limit?: string | undefined;
  /** The cursor: the position at which the previous page ended. */
  after?: string | undefined;
  /** Only items that the reader should decide. */
  mine?: "true" | undefined;
  /** Includes items that are hidden because people fall behind. */
  everything?: "true" | undefined;
  /** Snoozed items instead of the others. */
  snoozed?: "true" | undefined;
}

/** Reads a page of waiting items that this reader may read. */
export async function readInbox(
  { connectors }: Pick<Deps, "connectors">,
  scope: ReaderScope,
  query: InboxQuery,
): Promise<InboxPage> {
  const limit = Number(query.limit ?? USUAL_PAGE);
  const after = query.after === undefined ? undefined : parsePlace(query.after);
  const mine = query.mine === "true";
  const snoozed = query.snoozed === "true";
  const asked = { kind: query.kind, limit: limit + 1, after, mine, snoozed };
  const { counted, countOfMine, countOfSnoozed, items, hasStandings, hasFindings } = await readOpenItems(scope, asked);
  const waiting = sumOf([...counted.values()].map(({ count }) => count));
  const waitsLong = [...counted.values()].some((kind) => kind.waitsLong);
  const decided = waiting >= BACKLOG_LIMITS.from && waitsLong ? await countDecided(scope, BACKLOG_LIMITS.days) : 0;
  // The reader's own items are always all shown.
  const isBehind = !mine && !snoozed && waiting >= BACKLOG_LIMITS.from && waitsLong && decided * 2 < waiting;
  const calm = isBehind && query.everything !== "true";
  const countOf = (kind: InboxKind) => Math.min(counted.get(kind)?.count ?? 0, calm ? mostShown(kind) : Infinity);
  const counts = Object.fromEntries(INBOX_KINDS.map((kind) => [kind, countOf(kind)])) as InboxPage["counts"];
  const total = sumOf(Object.values(counts));
  const open = calm ? await listMostUrgentItems(scope, asked) : items;
  const page = open.slice(0, limit);
  const last = page.at(-1);
  const [described, aboutWiki, pages] = await Promise.all([
    describe(connectors, scope, page, hasStandings),
    hasFindings ? countOpenFindings(scope, { mine, snoozed }) : NO_FINDINGS,
    hasStandings ? countAssignedOtherItems(scope) : 0,
  ]);
  const pressure = [calm && total < waiting && asksLess(waiting, decided), pressureOf(counts.proposal)];
  return {
    items: described,
    counts,
    total,
    setAside: waiting - total,
    mine: countOfMine + aboutWiki.mine + pages,
    aboutWiki: aboutWiki.count,
    snoozed: countOfSnoozed + aboutWiki.snoozed,
    next: open.length > limit && last ? placeOf(last) : null,
    pressure: pressure.filter(Boolean).join(" ") || null,
  };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const mostShown = (kind: InboxKind): number =>
  (BACKLOG_LIMITS.shown as Partial<Record<InboxKind, number>>)[kind] ?? Infinity;

/** Adds the assignee and the snooze of each item. */
async function describe(
  connectors: Deps["connectors"],
  scope: ReaderScope,
  open: readonly OpenInboxItem[],
  hasStandings = true,
): Promise<InboxItem[]> {
  const ids = open.map(({ kind, subject }) => `${kind}.${subject}`);
  const [described, standings] = await Promise.all([
    describeItems(connectors, scope, [...open]),
    hasStandings ? listAssignments(scope, ids) : new Map<string, never>(),
  ]);
  return described.map((item) => addAssignmentState(item, standings.get(item.id)));
}

async function readItem({ connectors }: Deps, scope: ReaderScope, id: string): Promise<InboxItem> {
  const open = await findOpenItem(scope, parseItemId(id));
  const [item] = open ? await describe(connectors, scope, [open]) : [];
  if (!item) throw notFound("item of the inbox");
  return item;
}

/** Decides part of a kind's items one by one; items without this choice stay. */
async function decideKind(deps: Deps, viewer: Viewer, body: DecideAllBody) {
  const { kind, choice, note, until } = body;
  const asked = {
    kind,
    until,
    mine: body.mine === true,
    limit: MOST_DECISIONS_IN_BULK + 1,
    after: body.after === undefined ? undefined : parsePlace(body.after),
  };
  const { part, items, isLast } = await readInWorkspaceAs(deps.db, viewer, async (scope) => {
    const open = await listItemsOfKind(scope, asked);
    const some = open.slice(0, MOST_DECISIONS_IN_BULK);
    return {
      part: some,
      items: await describeItems(deps.connectors, scope, some),
      isLast: open.length === some.length,
    };
  });
  const offering = items.filter(({ choices }) => choices.includes(choice));
  const results = await oneByOne(deps, viewer, offering, (scope, { id }) =>
    decideItem(deps, scope, id, { choice, note }, viewer.userId),
  );
  const articles = new Map(offering.map(({ id, article }) => [id, { id: article.id, title: article.title }]));
  const last = part.at(-1);
  return {
    results: results.flatMap((result) => {
      const article = articles.get(result.id);
      return article ? [{ ...result, article }] : [];
    }),
    next: isLast || !last ? null : placeOf(last),
  };
}

const placeOf = ({ since, kind, subject }: OpenInboxItem) => `${since}~${kind}~${subject}`;

/** Runs each in its own transaction, so that one failure does not stop the others. */
async function oneByOne<Wanted extends { id: string }>(
  { db }: Deps,
  viewer: Viewer,
  wanted: Wanted[],
  work: (scope: ReaderScope, one: Wanted) => Promise<Decision>,
) {
  const results = [];
  for (const one of wanted) {
    try {
      const done = await inWorkspaceAs(db, viewer, (scope) => work(scope, one));
      results.push({ id: one.id, outcome: "done" as const, ...done });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { retryAfterSeconds, waitsFor } = error.details;
      const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds, ...(waitsFor && { waitsFor }) };
      results.push({ id: one.id, outcome: "failed" as const, message: error.message, undo: null, ...later });
    }
  }
  return results;
}

/** Does the same for each of these items, without undo. */
const forEach = async (
  deps: Deps,
  viewer: Viewer,
  ids: string[],
  work: (scope: ReaderScope, id: string) => Promise<void>,
) => ({
  results: await oneByOne(
    deps,
    viewer,
    ids.map((id) => ({ id })),
    async (scope, { id }) => {
      await work(scope, id);
      return { message: "", undo: null };
    },
  ),
});

function parsePlace(after: string): Pick<OpenInboxItem, "since" | "kind" | "subject"> {
  const [, since, name, subject] = /^(\d{1,18})~([a-z-]+)~([0-9a-f-]{36})$/.exec(after) ?? [];
  const kind = INBOX_KINDS.find((known) => known === name);
  if (!since || !kind || !subject) throw invalid("Not a place in the inbox.");
  return { since, kind, subject };
}

function asksLess(waiting: number, decided: number): string {
  const { draft, "review-due": due } = BACKLOG_LIMITS.shown;
  const pace = decided === 0 ? "none was" : decided === 1 ? "one was" : `${decided} were`;
  return `${waiting} items wait, and ${pace} decided within ${BACKLOG_LIMITS.days} days: the inbox asks less until you have caught up. Of drafts it shows the ${draft} surest, of articles to be reviewed the ${due} that are due the longest.`;
}

function pressureOf(proposals: number): string | null {
  if (proposals >= MAX_OPEN_PROPOSALS) {
    return `${proposals} proposed changes wait. New ones are only counted until some are decided.`;
  }
  if (proposals < STRICT_FROM_OPEN_PROPOSALS) return null;
  return `${proposals} proposed changes wait. Only surer ones are added until some are decided.`;
}
