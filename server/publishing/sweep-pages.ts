import { and, asc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import type { KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { recordActivity } from "../activity/index.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { knowledgeIntegrations, publications } from "../db/schema.ts";
import { type Database, inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getKnowledgeIntegration, type KnowledgeIntegrationRow, openKnowledgeConfig } from "../integrations/index.ts";
import { lockArticle, type PublicationRow, writeFenced } from "./queries.ts";

/** Each page is looked at once in this time. */
const HOURS_BETWEEN_LOOKS = 24;
/** Of one integration in one sweep; what is left is the oldest of the next. */
const PAGES_A_SWEEP = 200;
const LONGEST_SWEEP_MS = 120_000;
/** Copies can only come of calls with an open outcome: these are found by then. */
const COPIES_OF_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

const REMOVED = "Somebody removed the page on the platform. It is not made again unless you ask for it.";
const MOVED = "Somebody moved the page on the platform. It is kept up to date where it is now.";

/** Integrations with pages that nobody has looked at for a day, over all workspaces. */
export async function listIntegrationsToSweep(db: Database): Promise<{ workspaceId: string; id: string }[]> {
  return db
    .selectDistinct({ workspaceId: publications.workspaceId, id: publications.integrationId })
    .from(publications)
    .innerJoin(
      knowledgeIntegrations,
      and(
        eq(knowledgeIntegrations.workspaceId, publications.workspaceId),
        eq(knowledgeIntegrations.id, publications.integrationId),
      ),
    )
    .where(and(isDue, eq(knowledgeIntegrations.isActive, true)));
}

const isDue = and(
  isNotNull(publications.externalId),
  inArray(publications.state, ["published", "conflict", "removed"]),
  or(
    sql`${publications.sweptAt} is null and ${publications.updatedAt} < now() - make_interval(hours => ${HOURS_BETWEEN_LOOKS})`,
    lt(publications.sweptAt, sql`now() - make_interval(hours => ${HOURS_BETWEEN_LOOKS})`),
  ),
);

export interface Swept {
  looked: number;
  removed: number;
  restored: number;
  moved: number;
  copies: number;
}

/**
 * Looks at an integration's pages as people left them: one that is gone is said to be, one that was restored is followed
 * again, one that was moved gets its new address, and copies that carry an article's marker are put away.
 */
export async function sweepPages(
  deps: Pick<Deps, "db" | "connectors" | "secrets" | "events" | "queue" | "log">,
  { workspaceId, id }: { workspaceId: string; id: string },
  stopping: AbortSignal,
): Promise<Swept> {
  const within = <T>(work: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, workspaceId, work);
  const swept: Swept = { looked: 0, removed: 0, restored: 0, moved: 0, copies: 0 };
  const integration = await within((scope) => getKnowledgeIntegration(scope, id));
  const target = deps.connectors.targets[integration.type as keyof typeof deps.connectors.targets];
  if (!target || !integration.isActive) return swept;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(LONGEST_SWEEP_MS)]);
  try {
    const config = openKnowledgeConfig(deps.secrets, integration);
    const due = await within((scope) => listDue(scope, id));
    for (const row of due) {
      const page = await target.read(config, row.externalId ?? "", signal);
      const found = await within((scope) => noteFound(deps, scope, row, page));
      swept.looked += 1;
      if (found) swept[found] += 1;
    }
    swept.copies = await putCopiesAway(deps, within, { integration, target, config, signal });
  } catch (error) {
    // The publisher tells people what is wrong with an integration; the sweep comes again.
    if (!stopping.aborted)
      deps.log.warn({ err: safeDatabaseError(error), integrationId: id }, "Pages could not be looked at");
  }
  return swept;
}

function listDue({ workspaceId, tx }: WorkspaceScope, integrationId: string): Promise<PublicationRow[]> {
  return tx
    .select()
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId), isDue))
    .orderBy(asc(sql`coalesce(${publications.sweptAt}, ${publications.updatedAt})`))
    .limit(PAGES_A_SWEEP);
}

/** Nothing when the publisher has taken the page up meanwhile. */
async function noteFound(
  deps: Pick<Deps, "events" | "queue">,
  scope: WorkspaceScope,
  row: PublicationRow,
  page: { url: string; state: "current" | "trashed" } | null,
): Promise<"removed" | "restored" | "moved" | null> {
  const { workspaceId } = scope;
  const isThere = page?.state === "current";
  const what =
    !isThere && row.state !== "removed"
      ? "removed"
      : isThere && row.state === "removed"
        ? "restored"
        : isThere && page.url !== row.url
          ? "moved"
          : null;
  await lockArticle(scope, row.articleId);
  const [now] = await scope.tx
    .select({ state: publications.state })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.id, row.id)));
  if (now?.state !== row.state) return null;
  const kept = await writeFenced(scope, row, {
    sweptAt: sql`now()`,
    ...(what === "removed" && { state: "removed" as const, trouble: REMOVED, notice: null }),
    ...(what === "restored" && {
      state: "queued" as const,
      attempts: 0,
      nextAttemptAt: sql`now()`,
      trouble: null,
      notice: null,
    }),
    ...(what === "moved" && page && { url: page.url, notice: MOVED }),
  });
  if (!kept || !what) return null;
  if (what === "restored") {
    await deps.queue.enqueue(scope, { queue: "publish", workspaceId, publicationId: row.id });
  }
  await deps.events.notify(scope, { type: "publication", articleId: row.articleId, id: row.id });
  return what;
}

interface Place {
  integration: KnowledgeIntegrationRow;
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  signal: AbortSignal;
}

/** Where a person can bring them back. A page whose publication is still open is the publisher's to find. */
async function putCopiesAway(
  deps: Pick<Deps, "events">,
  within: <T>(work: (scope: WorkspaceScope) => Promise<T>) => Promise<T>,
  { integration, target, config, signal }: Place,
): Promise<number> {
  const { workspaceId, id } = integration;
  const rows = await within(({ tx }) =>
    tx
      .select({ marker: publications.marker, externalId: publications.externalId, state: publications.state })
      .from(publications)
      .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, id))),
  );
  const known = new Set(rows.flatMap(({ externalId }) => externalId ?? []));
  const createdAfter = new Date(Date.now() - COPIES_OF_DAYS * DAY_MS);
  const unknown = await target.listUnknown(config, { createdAfter, known }, signal);
  const settled = new Set(
    rows.filter(({ externalId, state }) => externalId !== null && state === "published").map(({ marker }) => marker),
  );
  const copies = unknown.filter(({ marker }) => settled.has(marker));
  for (const { externalId } of copies) await target.archive(config, externalId, signal);
  if (copies.length > 0) {
    const many = copies.length === 1 ? "A copy of a page was" : `${copies.length} copies of pages were`;
    await within((scope) =>
      recordActivity(scope, deps.events, {
        type: "change",
        message: `${many} found in ${integration.name} and put into its trash.`,
        data: { integration: integration.name, copies: copies.length },
      }),
    );
  }
  return copies.length;
}
