import { and, asc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { hasCopiesToArchive } from "../page-copy-queries.ts";
import type { PublicationRow } from "../queries.ts";

/** The hours between two checks of the same page. */
const HOURS_BETWEEN_LOOKS = 24;

/** Integrations of all workspaces with pages unchecked for a day, or with trouble that may be over. */
export async function listIntegrationsToCheck(db: Database): Promise<{ workspaceId: string; id: string }[]> {
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
    .where(
      and(
        or(isDue, hasCopiesToArchive, isNotNull(knowledgeIntegrations.trouble)),
        eq(knowledgeIntegrations.isActive, true),
      ),
    );
}

/** Pages under review are checked more often, because somebody waits for the result. */
const MINUTES_BETWEEN_LOOKS_AT_REVIEWS = 15;

const isReviewed = sql`(${publications.review} ->> 'state' = 'open' and ${publications.state} = 'published'
  and coalesce(${publications.sweptAt}, ${publications.updatedAt}) < now() - make_interval(mins => ${MINUTES_BETWEEN_LOOKS_AT_REVIEWS}))`;

const isDue = and(
  isNotNull(publications.externalId),
  inArray(publications.state, ["published", "conflict", "removed"]),
  or(
    isReviewed,
    sql`${publications.sweptAt} is null and ${publications.updatedAt} < now() - make_interval(hours => ${HOURS_BETWEEN_LOOKS})`,
    lt(publications.sweptAt, sql`now() - make_interval(hours => ${HOURS_BETWEEN_LOOKS})`),
  ),
);

export function listPagesToCheck(
  { workspaceId, tx }: WorkspaceScope,
  integrationId: string,
  limit: number,
): Promise<PublicationRow[]> {
  return tx
    .select()
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId), isDue))
    .orderBy(asc(sql`coalesce(${publications.sweptAt}, ${publications.updatedAt})`))
    .limit(limit);
}

/** Returns false if a worker claimed the publication meanwhile, or it was deleted. */
export async function isStateUnchanged(
  { workspaceId, tx }: WorkspaceScope,
  { id, state }: Pick<PublicationRow, "id" | "state">,
): Promise<boolean> {
  const [now] = await tx
    .select({ state: publications.state })
    .from(publications)
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.id, id)));
  return now?.state === state;
}
