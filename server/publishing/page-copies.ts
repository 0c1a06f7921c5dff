import { and, eq, inArray, sql } from "drizzle-orm";
import type { FoundPage, KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { quoted, recordActivity } from "../activity/index.ts";
import { newId } from "../db/new-id.ts";
import { pageCopies, publications } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { KnowledgeIntegrationRow } from "../integrations/index.ts";
import type { PublicationRow } from "./queries.ts";

export type CopyRow = typeof pageCopies.$inferSelect;

/** The integration with everything that a call to it needs. */
export interface OpenPlace {
  integration: KnowledgeIntegrationRow;
  target: KnowledgeTarget<Record<string, string>>;
  config: Record<string, string>;
  signal: AbortSignal;
}

type Within = <T>(work: (scope: WorkspaceScope) => Promise<T>) => Promise<T>;

const isOf = ({ workspaceId }: WorkspaceScope, publicationId: string) =>
  and(eq(pageCopies.workspaceId, workspaceId), eq(pageCopies.publicationId, publicationId));

export async function getCopy(scope: WorkspaceScope, id: string): Promise<CopyRow | null> {
  const one = and(eq(pageCopies.workspaceId, scope.workspaceId), eq(pageCopies.id, id));
  const [row] = await scope.tx.select().from(pageCopies).where(one);
  return row ?? null;
}

export async function setCopyState({ workspaceId, tx }: WorkspaceScope, id: string, state: CopyRow["state"]) {
  await tx
    .update(pageCopies)
    .set({ state })
    .where(and(eq(pageCopies.workspaceId, workspaceId), eq(pageCopies.id, id)));
}

/**
 * Pages with a publication's marker beside its own page. What is a call's of ours and nothing else goes where a person can
 * bring it back, by name in the log; everything else stays, and a person is asked once. Answers how many were put away.
 */
export async function settleCopies(
  deps: Pick<Deps, "events">,
  within: Within,
  place: OpenPlace,
  { row, pages, isOnlyOurs }: { row: PublicationRow; pages: FoundPage[]; isOnlyOurs: (page: FoundPage) => boolean },
): Promise<number> {
  const asked = new Set(
    await within(async (scope) => {
      const rows = await scope.tx.select().from(pageCopies).where(isOf(scope, row.id));
      return rows.map(({ externalId }) => externalId);
    }),
  );
  let putAway = 0;
  for (const page of pages.filter(({ externalId }) => !asked.has(externalId))) {
    if (isOnlyOurs(page)) {
      await putPageAway(deps, within, place, { ...page, articleId: row.articleId });
      putAway += 1;
    } else await within((scope) => askAbout(deps, scope, row, page));
  }
  return putAway;
}

/** Puts away what people decided to, of one publication or of the whole integration. */
export async function putWantedAway(
  deps: Pick<Deps, "events">,
  within: Within,
  place: OpenPlace,
  publicationId?: string,
): Promise<void> {
  const wanted = await within(({ workspaceId, tx }) =>
    tx
      .select({ copy: pageCopies, articleId: publications.articleId })
      .from(pageCopies)
      .innerJoin(
        publications,
        and(eq(publications.workspaceId, pageCopies.workspaceId), eq(publications.id, pageCopies.publicationId)),
      )
      .where(
        and(
          eq(pageCopies.workspaceId, workspaceId),
          eq(publications.integrationId, place.integration.id),
          eq(pageCopies.state, "to-put-away"),
          publicationId === undefined ? undefined : eq(pageCopies.publicationId, publicationId),
        ),
      ),
  );
  for (const { copy, articleId } of wanted) {
    await putPageAway(deps, within, place, { ...copy, articleId });
    await within((scope) => setCopyState(scope, copy.id, "put-away"));
  }
}

async function putPageAway(
  deps: Pick<Deps, "events">,
  within: Within,
  { integration, target, config, signal }: OpenPlace,
  { externalId, title, url, articleId }: Pick<FoundPage, "externalId" | "title" | "url"> & { articleId: string },
): Promise<void> {
  await target.archive(config, externalId, signal);
  await within((scope) =>
    recordActivity(scope, deps.events, {
      type: "change",
      message: `The page ${quoted(title)} in ${integration.name}, a copy of an article's page, was put into its trash.`,
      data: { articleId, integrationId: integration.id, integration: integration.name, page: title, url },
    }),
  );
}

async function askAbout(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  row: PublicationRow,
  { externalId, title, url }: FoundPage,
): Promise<void> {
  const copy = { workspaceId: scope.workspaceId, id: newId(), publicationId: row.id, externalId, title, url };
  await scope.tx.insert(pageCopies).values(copy).onConflictDoNothing();
  await deps.events.notify(scope, { type: "inbox" });
}

/** The pages that are somebody's own by a decision: they are never taken for an article's page. */
export async function listKeptCopies({ workspaceId, tx }: WorkspaceScope, publicationId: string): Promise<string[]> {
  const rows = await tx
    .select({ externalId: pageCopies.externalId })
    .from(pageCopies)
    .where(
      and(
        eq(pageCopies.workspaceId, workspaceId),
        eq(pageCopies.publicationId, publicationId),
        inArray(pageCopies.state, ["asked", "kept"]),
      ),
    );
  return rows.map(({ externalId }) => externalId);
}

/** Copies of an integration that wait to be put away, whatever state their publications are in. */
export const hasWantedAway = sql`exists (select from page_copies c where c.workspace_id = publications.workspace_id
  and c.publication_id = publications.id and c.state = 'to-put-away')`;
