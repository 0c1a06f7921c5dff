import { and, asc, count, desc, eq, sql } from "drizzle-orm";
import { DELIVERIES_KEPT_DAYS, MOST_DELIVERIES_LISTED } from "../../../shared/domain/webhooks.ts";
import { type ReaderScope, whereArticleReadable } from "../../db/audience.ts";
import { articles, channelAudiences, users, webhookDeliveries, webhooks, workspaces } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { notFound } from "../../errors.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

const whereWebhook = ({ workspaceId }: WorkspaceScope, id: string) =>
  and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, id));

export function listWebhooks({ workspaceId, tx }: WorkspaceScope): Promise<WebhookRow[]> {
  return tx
    .select()
    .from(webhooks)
    .where(eq(webhooks.workspaceId, workspaceId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id));
}

/** Reads a webhook and locks its row until the transaction ends. */
export async function getWebhook(scope: WorkspaceScope, id: string): Promise<WebhookRow> {
  const [row] = await scope.tx.select().from(webhooks).where(whereWebhook(scope, id)).for("update");
  if (!row) throw notFound("webhook");
  return row;
}

/** Counts webhooks. Other creations wait until the transaction ends, so that the limit holds. */
export async function countWebhooks({ workspaceId, tx }: WorkspaceScope): Promise<number> {
  await tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId)).for("update");
  const [kept] = await tx.select({ count: count() }).from(webhooks).where(eq(webhooks.workspaceId, workspaceId));
  return kept?.count ?? 0;
}

export async function insertWebhook(
  { workspaceId, tx }: WorkspaceScope,
  row: Pick<WebhookRow, "id" | "url" | "events" | "readerChannels" | "secretsSealed" | "madeBy">,
): Promise<void> {
  await tx.insert(webhooks).values({ ...row, workspaceId });
}

/** Active webhooks that this person created. */
export async function listWebhooksMadeBy({ workspaceId, tx }: WorkspaceScope, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.madeBy, userId), eq(webhooks.isActive, true)));
  return rows.map(({ id }) => id);
}

export async function updateWebhook(
  scope: WorkspaceScope,
  id: string,
  change: Partial<Omit<WebhookRow, "workspaceId" | "id" | "createdAt">>,
): Promise<void> {
  if (Object.keys(change).length > 0) await scope.tx.update(webhooks).set(change).where(whereWebhook(scope, id));
}

export async function deleteWebhook(scope: WorkspaceScope, id: string): Promise<{ url: string } | null> {
  const [gone] = await scope.tx.delete(webhooks).where(whereWebhook(scope, id)).returning({ url: webhooks.url });
  return gone ?? null;
}

/** Stores a new secret. The previous secret also signs for one more day, by the database's clock. */
export async function saveSecrets(scope: WorkspaceScope, id: string, secretsSealed: string): Promise<void> {
  await scope.tx
    .update(webhooks)
    .set({ secretsSealed, oldSecretUntil: sql`now() + interval '1 day'` })
    .where(whereWebhook(scope, id));
}

/** Private channels with their names, including channels that are no longer monitored. */
export async function listPrivateChannels({ workspaceId, tx }: WorkspaceScope): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: channelAudiences.channelId, name: channelAudiences.name })
    .from(channelAudiences)
    .where(and(eq(channelAudiences.workspaceId, workspaceId), eq(channelAudiences.isPublic, false)))
    .orderBy(asc(channelAudiences.name));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Requests retractions after a webhook's readers changed, for articles that its URL received and whose new readers may
 * not read them.
 */
export async function retractUnreadable({ workspaceId, tx }: WorkspaceScope, id: string): Promise<void> {
  await tx.execute(sql`
    select retract_from_webhooks(${workspaceId}::uuid, array(
      select t.article_id from webhook_articles t join webhooks w on w.workspace_id = t.workspace_id and w.id = t.webhook_id
      where t.workspace_id = ${workspaceId} and w.id = ${id} and not ${whereReadableByWebhook(sql`t.article_id`)}))`);
}

/** SQL condition: an admin named every private channel of the article's text as a channel of the webhook `w`. */
export const whereReadableByWebhook = (articleId: ReturnType<typeof sql>) => sql`not exists (
  select from article_audiences narrow
  join channel_audiences c on c.workspace_id = narrow.workspace_id and c.channel_id = narrow.channel_id and not c.is_public
  where narrow.workspace_id = w.workspace_id and narrow.article_id = ${articleId}
    and not narrow.channel_id = any(w.reader_channels))`;

export type ListedDelivery = DeliveryRow & { title: string | null };

/**
 * Lists deliveries. Titles, and answers that may repeat titles, are included only if this reader may read the article.
 */
export async function listDeliveries(
  scope: ReaderScope,
  webhookId: string,
  only?: { id: string },
): Promise<ListedDelivery[]> {
  const { workspaceId, tx } = scope;
  const isReadable = sql`(${webhookDeliveries.articleId} is null or ${articles.id} is not null and ${whereArticleReadable(scope)})`;
  const rows = await tx
    .select({
      row: webhookDeliveries,
      title: sql<string | null>`case when ${isReadable} then ${articles.title} end`,
      response: sql<string | null>`case when ${isReadable} then ${webhookDeliveries.response} end`,
    })
    .from(webhookDeliveries)
    .leftJoin(
      articles,
      and(eq(articles.workspaceId, webhookDeliveries.workspaceId), eq(articles.id, webhookDeliveries.articleId)),
    )
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.webhookId, webhookId),
        only && eq(webhookDeliveries.id, only.id),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
    .limit(MOST_DELIVERIES_LISTED);
  return rows.map(({ row, ...shown }) => ({ ...row, ...shown }));
}

export async function insertTest({ workspaceId, tx }: WorkspaceScope, webhookId: string, id: string): Promise<void> {
  const row = { workspaceId, id, webhookId, type: "webhook.test" as const, nextAt: sql`now()` };
  await tx.insert(webhookDeliveries).values(row);
}

/** Makes a delivery due again; false if this webhook has no such delivery. */
export async function retryDelivery(
  { workspaceId, tx }: WorkspaceScope,
  webhookId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set({ state: "waiting", tries: 0, nextAt: sql`now()` })
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.id, id),
      ),
    );
  return Boolean(rowCount);
}

/** Lists the owners and admins, who are notified when a webhook fails. */
export function listAdmins({ workspaceId, tx }: WorkspaceScope): Promise<{ email: string }[]> {
  return tx
    .select({ email: users.email })
    .from(users)
    .where(
      sql`${users.workspaceId} = ${workspaceId} and ${users.membership} in ('owner', 'admin') and ${users.deletedAt} is null
        and ${users.deactivatedAt} is null and ${users.emailVerifiedAt} is not null`,
    );
}

export async function forgetOldDeliveries(db: Database): Promise<void> {
  await db.execute(sql`
    delete from webhook_deliveries where created_at < now() - make_interval(days => ${DELIVERIES_KEPT_DAYS})`);
}
