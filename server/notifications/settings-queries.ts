import { and, eq, sql } from "drizzle-orm";
import type { NotificationSettings, NotificationSettingsWithChat, Watch } from "../../shared/contract/notifications.ts";
import {
  DEFAULT_DELIVERY,
  DEFAULT_MAIL_FREQUENCY,
  type DeliveryChoice,
  type MailFrequency,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type WatchKind,
} from "../../shared/domain/notifications.ts";
import { type PersonScope, whereArticleReadable, whereChannelReadable } from "../db/audience.ts";
import { notificationSettings, watches } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { notFound } from "../errors.ts";

export async function readSettings({
  tx,
  workspaceId,
  reader,
}: PersonScope): Promise<Omit<NotificationSettingsWithChat, "chatName">> {
  const [row] = await tx
    .select()
    .from(notificationSettings)
    .where(and(eq(notificationSettings.workspaceId, workspaceId), eq(notificationSettings.userId, reader)));
  const { mail, hour, weekday, kinds, chatTrouble } = row ?? {
    ...DEFAULT_MAIL_FREQUENCY,
    kinds: {},
    chatTrouble: null,
  };
  const ways = NOTIFICATION_KINDS.map((kind) => [kind, { ...DEFAULT_DELIVERY, ...kinds[kind] }] as const);
  return {
    mail,
    hour,
    weekday,
    kinds: Object.fromEntries(ways) as Record<NotificationKind, DeliveryChoice>,
    chatTrouble,
  };
}

export async function saveSettings(
  { tx, workspaceId, reader }: PersonScope,
  chosen: NotificationSettings,
): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ ...chosen, workspaceId, userId: reader, lastMailAt: new Date() })
    .onConflictDoUpdate({
      target: [notificationSettings.workspaceId, notificationSettings.userId],
      set: { ...chosen, chatTrouble: null },
    });
}

/** Stores the time of the sent mail, or the person's new frequency. */
export async function storeSentMail(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  pace?: MailFrequency,
): Promise<void> {
  await tx
    .insert(notificationSettings)
    .values({ workspaceId, userId, ...DEFAULT_MAIL_FREQUENCY, ...(pace && { mail: pace }), lastMailAt: new Date() })
    .onConflictDoUpdate({
      target: [notificationSettings.workspaceId, notificationSettings.userId],
      set: pace ? { mail: pace } : { lastMailAt: new Date() },
    });
}

/** Stores why direct messages fail. Only for a person with settings, because others get no direct messages. */
export async function storeChatTrouble(
  { tx, workspaceId }: WorkspaceScope,
  userId: string,
  chatTrouble: string | null,
): Promise<void> {
  await tx
    .update(notificationSettings)
    .set({ chatTrouble })
    .where(and(eq(notificationSettings.workspaceId, workspaceId), eq(notificationSettings.userId, userId)));
}

/** Lists what the person watches, with names. Entries that the person may not read now are missing. */
export async function listWatches(scope: PersonScope): Promise<Watch[]> {
  const { rows } = await scope.tx.execute<Watch & Record<string, unknown>>(sql`
    select w.kind, w.target, coalesce(a.title, c.name, w.target) as name from watches w
    left join articles a on w.kind = 'article' and a.workspace_id = w.workspace_id and a.id::text = w.target
    left join channels c on w.kind = 'channel' and c.workspace_id = w.workspace_id and c.id::text = w.target
    where w.workspace_id = ${scope.workspaceId} and w.user_id = ${scope.reader} and case w.kind
      when 'article' then a.id is not null and a.state not in ('merged', 'dismissed', 'trashed') and ${whereArticleReadable(scope, sql`a.id`)}
      when 'channel' then c.id is not null and ${whereChannelReadable(scope, sql`c.id`)}
      else true end
    order by w.kind, name`);
  return rows;
}

/** Starts watching. Throws 'not found' if the person may not read the target. */
export async function startWatching(scope: PersonScope, kind: WatchKind, target: string): Promise<void> {
  const { tx, workspaceId, reader } = scope;
  const known = {
    article: sql`select from articles a where a.workspace_id = ${workspaceId} and a.id::text = ${target} and ${whereArticleReadable(scope, sql`a.id`)}`,
    channel: sql`select from channels c where c.workspace_id = ${workspaceId} and c.id::text = ${target} and ${whereChannelReadable(scope, sql`c.id`)}`,
    category: sql`select from articles a where a.workspace_id = ${workspaceId} and a.category = any(category_names_under(${workspaceId}::uuid, ${target}::text)) and ${whereArticleReadable(scope, sql`a.id`)} limit 1`,
  }[kind];
  const { rowCount } = await tx.execute(known);
  if (!rowCount) throw notFound(kind);
  await tx.insert(watches).values({ workspaceId, userId: reader, kind, target }).onConflictDoNothing();
}

export async function stopWatching(
  { tx, workspaceId, reader }: PersonScope,
  kind: WatchKind,
  target: string,
): Promise<void> {
  await tx
    .delete(watches)
    .where(
      and(
        eq(watches.workspaceId, workspaceId),
        eq(watches.userId, reader),
        eq(watches.kind, kind),
        eq(watches.target, target),
      ),
    );
}
