import { and, eq, sql } from "drizzle-orm";
import type { WebhookType } from "../../../shared/domain/webhooks.ts";
import { webhookDeliveries, webhooks } from "../../db/schema.ts";
import type { Database, WorkspaceScope } from "../../db/workspace-scope.ts";
import { type DeliveryRow, whereReadableByWebhook } from "./webhook-queries.ts";

export interface DueDelivery extends Record<string, unknown> {
  workspaceId: string;
  id: string;
  webhookId: string;
}

const AT_ONCE_OF_EACH = 20;
const AT_ONCE = 400;

/** Lists due deliveries of all workspaces. Of each webhook's deliveries, the oldest come first. */
export async function listDueDeliveries(db: Database): Promise<DueDelivery[]> {
  const { rows } = await db.execute<DueDelivery>(sql`
    select workspace_id as "workspaceId", id, webhook_id as "webhookId" from (
      select d.workspace_id, d.id, d.webhook_id, d.created_at,
        row_number() over (partition by d.workspace_id, d.webhook_id order by d.created_at) as place
      from webhook_deliveries d where d.state = 'waiting' and d.next_at <= now()) due
    where place <= ${AT_ONCE_OF_EACH} order by created_at limit ${AT_ONCE}`);
  return rows;
}

/** A claimed delivery with the current state of its rows. */
export interface ClaimedDelivery extends Record<string, unknown> {
  id: string;
  webhookId: string;
  type: WebhookType;
  articleId: string | null;
  version: number | null;
  /** The time of the event. */
  at: Date;
  /** The number of attempts, including this one. */
  tries: number;
  url: string;
  secretsSealed: string;
  /** Whether the delivery is also signed with the previous secret. */
  signsTwice: boolean;
  /** The article's title; null if the article is gone. */
  title: string | null;
  /** The article is currently shown in the library. */
  isShown: boolean;
  /** All readers of the webhook's URL may read the article; false if the article is gone. */
  isForHook: boolean;
  /** The webhook's URL may have received the article before. */
  isKnown: boolean;
  /** The conflict is still open, and the webhook's readers may know of it. */
  isOpen: boolean;
}

/**
 * Claims the delivery for as long as an attempt may take. If the sending process is killed, the delivery is sent again
 * later. Null if the delivery is not due, or claimed by another process.
 */
export async function claimDelivery({ tx, workspaceId }: WorkspaceScope, id: string): Promise<ClaimedDelivery | null> {
  const { rows } = await tx.execute<ClaimedDelivery>(sql`
    with taken as (
      select d.id from webhook_deliveries d join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
      where d.workspace_id = ${workspaceId} and d.id = ${id} and d.state = 'waiting' and d.next_at <= now()
        and (w.is_active or d.type = 'webhook.test')
      for update of d skip locked
    ), claimed as (
      update webhook_deliveries d set tries = d.tries + 1, tried_at = now(), next_at = now() + interval '1 minute'
      from taken where d.workspace_id = ${workspaceId} and d.id = taken.id returning d.*
    )
    select d.id, d.webhook_id as "webhookId", d.type, d.article_id as "articleId", d.version, d.created_at as at, d.tries, w.url,
      w.secrets_sealed as "secretsSealed", coalesce(w.old_secret_until > now(), false) as "signsTwice", a.title,
      coalesce(a.state in ('stands', 'library-only'), false) as "isShown",
      d.article_id is null or a.id is not null and ${whereReadableByWebhook(sql`a.id`)} as "isForHook",
      exists (select from webhook_articles t where t.workspace_id = d.workspace_id and t.webhook_id = d.webhook_id
        and t.article_id = d.article_id) as "isKnown",
      d.item_id is null or exists (select from inbox_items i
        join conversations c on c.workspace_id = i.workspace_id and c.id = i.conversation_id
        join channel_audiences said on said.workspace_id = i.workspace_id and said.channel_id = c.channel_id
        where i.workspace_id = d.workspace_id and i.id = d.item_id and i.state = 'open'
          and (said.is_public or said.channel_id = any(w.reader_channels))) as "isOpen"
    from claimed d join webhooks w on w.workspace_id = d.workspace_id and w.id = d.webhook_id
    left join articles a on a.workspace_id = d.workspace_id and a.id = d.article_id`);
  return rows[0] ?? null;
}

/** Stores, before sending, that the webhook's URL may have received the article. */
export async function storePossibleReceipt({ tx, workspaceId }: WorkspaceScope, webhookId: string, articleId: string) {
  await tx.execute(sql`
    insert into webhook_articles (workspace_id, webhook_id, article_id) values (${workspaceId}, ${webhookId}, ${articleId})
    on conflict do nothing`);
}

/** Stores that the webhook's URL was told of the article's removal. */
export async function deletePossibleReceipt({ tx, workspaceId }: WorkspaceScope, webhookId: string, articleId: string) {
  await tx.execute(sql`
    delete from webhook_articles
    where workspace_id = ${workspaceId} and webhook_id = ${webhookId} and article_id = ${articleId}`);
}

type DeliveryOutcome = Pick<DeliveryRow, "state" | "status" | "response"> & {
  /** The seconds until the next attempt; null if there is no next attempt. */
  waitSeconds: number | null;
};

/** Stores the outcome. Returns false if another process has tried the delivery since. */
export async function storeDeliveryOutcome(
  { tx, workspaceId }: WorkspaceScope,
  { id, tries }: Pick<ClaimedDelivery, "id" | "tries">,
  { waitSeconds, ...outcome }: DeliveryOutcome,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(webhookDeliveries)
    .set({ ...outcome, nextAt: waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds})` })
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.tries, tries),
        eq(webhookDeliveries.state, "waiting"),
      ),
    );
  return Boolean(rowCount);
}

const MOST_FAILING_DAYS = 5;

export async function storeDeliverySuccess({ tx, workspaceId }: WorkspaceScope, webhookId: string): Promise<void> {
  await tx
    .update(webhooks)
    .set({ failingSince: null, lastDeliveredAt: sql`now()` })
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, webhookId)));
}

/** Returns true if no delivery has succeeded for so long that the webhook has to be switched off. */
export async function storeDeliveryFailure({ tx, workspaceId }: WorkspaceScope, webhookId: string): Promise<boolean> {
  const [row] = await tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(failing_since, now())` })
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, webhookId)))
    .returning({
      isTooLong: sql<boolean>`failing_since < now() - make_interval(days => ${MOST_FAILING_DAYS})`,
    });
  return row?.isTooLong === true;
}

/** Switches the webhook off and returns its URL; null if it is already off. */
export async function switchOffWebhook(
  { tx, workspaceId }: WorkspaceScope,
  webhookId: string,
  offBecause: string,
): Promise<{ url: string } | null> {
  const [row] = await tx
    .update(webhooks)
    .set({ isActive: false, offBecause })
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, webhookId), eq(webhooks.isActive, true)))
    .returning({ url: webhooks.url });
  return row ?? null;
}

/** Marks all waiting deliveries of a switched-off webhook as failed. */
export async function failWaitingDeliveries({ tx, workspaceId }: WorkspaceScope, webhookId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: "failed", nextAt: null, response: "The webhook was switched off." })
    .where(
      and(
        eq(webhookDeliveries.workspaceId, workspaceId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.state, "waiting"),
      ),
    );
}
