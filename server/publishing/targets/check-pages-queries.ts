import { and, asc, eq, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { knowledgeIntegrations, publications } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { whereCopiesToArchive } from "../page-copy-queries.ts";
import type { PublicationRow } from "../queries.ts";

/** The hours between two checks of the same page. */
const HOURS_BETWEEN_CHECKS = 24;

/** Lists integrations of all workspaces with pages unchecked for a day, or with trouble that may be over. */
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
        or(whereDue, whereCopiesToArchive, isNotNull(knowledgeIntegrations.trouble)),
        eq(knowledgeIntegrations.isActive, true),
      ),
    );
}

/** Pages under review are checked more often, because somebody waits for the result. */
const MINUTES_BETWEEN_REVIEW_CHECKS = 15;

const whereInReview = sql`(${publications.review} ->> 'state' = 'open' and ${publications.state} = 'published'
  and coalesce(${publications.sweptAt}, ${publications.updatedAt}) < now() - make_interval(mins => ${MINUTES_BETWEEN_REVIEW_CHECKS}))`;

const whereDue = and(
  isNotNull(publications.externalId),
  inArray(publications.state, ["published", "conflict", "removed"]),
  or(
    whereInReview,
    sql`${publications.sweptAt} is null and ${publications.updatedAt} < now() - make_interval(hours => ${HOURS_BETWEEN_CHECKS})`,
    lt(publications.sweptAt, sql`now() - make_interval(hours => ${HOURS_BETWEEN_CHECKS})`),
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
    .where(and(eq(publications.workspaceId, workspaceId), eq(publications.integrationId, integrationId), whereDue))
    .orderBy(asc(sql`coalesce(${publications.sweptAt}, ${publications.updatedAt})`))
    .limit(limit);
}

/** Returns false if a worker claimed the publication, or somebody deleted it, since it was read. */
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
