import { sql } from "drizzle-orm";
import { CHAT_PLATFORMS, getChatAbilities } from "../../../connectors/manifests.ts";
import type { ChannelReading } from "../../../shared/contract/channels.ts";
import { whereArticleListed } from "../../db/listed-articles.ts";
import type { ChannelReadingResult as LastReading } from "../../db/schema.ts";
import { prepareStatement } from "../../db/statement.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";

type Row = {
  id: string;
  isLive: boolean;
  liveTrouble: string | null;
  readToMs: number | null;
  messages: number;
  conversations: number;
  isPrivate: boolean;
  held: number;
  last: LastReading | null;
  messagesRead: number;
  articles: number;
  isConnected: boolean;
  mayPost: boolean | null;
};

/** Platforms whose integration itself shows why messages do not arrive immediately. */
const SAID_ONCE = CHAT_PLATFORMS.filter((platform) => getChatAbilities(platform).notifies);

export interface ReadingCounts {
  reading: ChannelReading;
  messagesRead: number;
  /** The number of listed articles. */
  articles: number;
  /** The integration that reads the channel; undefined for a channel from an export. */
  integration: { mayPost: boolean | null } | undefined;
}

/** Returns each channel's reading position, waiting and skipped messages, and articles, by the product's channel id. */
export async function listReadings(scope: WorkspaceScope, channelIds: string[]): Promise<Map<string, ReadingCounts>> {
  const rows = await selectReadings(scope, { channelIds });
  return new Map(
    rows.map(({ id, messagesRead, articles, isConnected, mayPost, ...row }) => [
      id,
      { reading: readingOf(row), messagesRead, articles, integration: isConnected ? { mayPost } : undefined },
    ]),
  );
}

const selectReadings = prepareStatement(
  ({ workspaceId }: WorkspaceScope, { channelIds }: { channelIds: string[] }) => sql<Row>`
    select c.id, i.live_since is not null and c.is_active and c.remote_state is null as "isLive",
      case when i.is_active and i.platform <> all(${sql.param(SAID_ONCE)}::text[]) then i.live_trouble end as "liveTrouble", c.reading as last,
      1000 * extract(epoch from newest.sent_at)::float8 as "readToMs",
      ungrouped.count + untold.count as messages, unjudged.count as conversations,
      c.is_private as "isPrivate", coalesce(written.held, 0) as held, known.count as "messagesRead",
      coalesce(written.listed, 0) as articles, i.id is not null as "isConnected", i.may_post as "mayPost"
    from channels c
    left join chat_integrations i on i.workspace_id = c.workspace_id and i.id = c.integration_id
    left join lateral (select m.sent_at from messages m
      where m.workspace_id = c.workspace_id and m.channel_id = c.id and m.deleted_at is null
      order by m.sent_at desc limit 1) newest on true
    cross join lateral (select count(*)::int as count from messages m where m.workspace_id = c.workspace_id
      and m.channel_id = c.id and m.conversation_key is null and m.deleted_at is null and m.forgotten_at is null) ungrouped
    cross join lateral (select count(*)::int as count from conversations t
      where t.workspace_id = c.workspace_id and t.channel_id = c.id and t.fingerprint = '') unjudged
    cross join lateral (select count(distinct e.message_external_id)::int as count from chat_events e
      where e.workspace_id = c.workspace_id and e.integration_id = c.integration_id
        and e.channel_external_id = c.external_id and e.state = 'left'
        and not exists (select from messages m where m.workspace_id = c.workspace_id and m.channel_id = c.id
          and m.external_id = e.message_external_id)) untold
    cross join lateral (select count(*)::int as count from messages m
      where m.workspace_id = c.workspace_id and m.channel_id = c.id and m.deleted_at is null) known
    left join (select articles.channel_id, (count(*) filter (where ${whereArticleListed}))::int as listed,
        (count(*) filter (where state = 'held'))::int as held
      from articles where workspace_id = ${workspaceId} group by channel_id) written on written.channel_id = c.id
    where c.workspace_id = ${workspaceId} and c.id = any(${channelIds}::uuid[])`,
);

const readingOf = ({
  readToMs,
  messages,
  conversations,
  last,
  ...same
}: Omit<Row, "id" | "messagesRead" | "articles" | "isConnected" | "mayPost">): ChannelReading => ({
  ...same,
  readTo: readToMs === null ? null : new Date(readToMs).toISOString(),
  waiting: { messages, conversations },
  skipped: { messages: last?.skipped ?? 0, why: last?.skippedWhy ?? [] },
  filledIn: last?.filledIn ?? 0,
});

export const NOTHING_READ: ChannelReading = {
  isLive: false,
  liveTrouble: null,
  readTo: null,
  waiting: { messages: 0, conversations: 0 },
  skipped: { messages: 0, why: [] },
  filledIn: 0,
  isPrivate: false,
  held: 0,
};
