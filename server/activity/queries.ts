import { and, eq, gte, sql } from "drizzle-orm";
import { mayRead, type ReaderScope } from "../db/audience.ts";
import { isListed } from "../db/listed-articles.ts";
import { analyzedMessages, articles, channels } from "../db/schema.ts";

export interface WeekFigures {
  articlesCreated: number;
  messagesAnalyzed: number;
  channelsMade: number;
  published: number;
  failed: number;
}

/** Totals, and the same counted for the last seven days and the seven before. */
export async function countActivity(scope: ReaderScope): Promise<{
  total: WeekFigures & { activeChannels: number };
  thisWeek: WeekFigures;
  lastWeek: WeekFigures;
}> {
  const { article, message, channel } = await countRows(scope);
  return {
    total: {
      articlesCreated: article.all,
      messagesAnalyzed: message.all,
      activeChannels: channel.active,
      channelsMade: channel.active,
      published: article.published,
      failed: article.failed,
    },
    thisWeek: {
      articlesCreated: article.now,
      messagesAnalyzed: message.now,
      channelsMade: channel.now,
      published: article.publishedNow,
      failed: article.failedNow,
    },
    lastWeek: {
      articlesCreated: article.before,
      messagesAnalyzed: message.before,
      channelsMade: channel.active - channel.now,
      published: article.publishedBefore,
      failed: article.failedBefore,
    },
  };
}

const week = sql`now() - interval '7 days'`;
const weekBefore = sql`now() - interval '14 days'`;
const within = (column: unknown, from: unknown, to?: unknown) =>
  to === undefined ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${to}`;
const counted = (condition: unknown, name: string) => sql<number>`(count(*) filter (where ${condition}))::int`.as(name);
const summed = (condition: unknown, name: string) =>
  sql<number>`coalesce(sum(${analyzedMessages.messages}) filter (where ${condition}), 0)::int`.as(name);

/** One statement: each of the three answers one row. */
async function countRows(scope: ReaderScope) {
  const { workspaceId, tx } = scope;
  const isPublished = sql`${articles.status} = 'published'`;
  const hasFailed = sql`${articles.status} = 'failed'`;
  const isNow = within(articles.createdAt, week);
  const wasBefore = within(articles.createdAt, weekBefore, week);
  const article = tx
    .select({
      all: counted(sql`true`, "all_articles"),
      now: counted(isNow, "articles_now"),
      before: counted(wasBefore, "articles_before"),
      published: counted(isPublished, "published"),
      failed: counted(hasFailed, "failed"),
      publishedNow: counted(sql`${isPublished} and ${isNow}`, "published_now"),
      failedNow: counted(sql`${hasFailed} and ${isNow}`, "failed_now"),
      publishedBefore: counted(sql`${isPublished} and ${wasBefore}`, "published_before"),
      failedBefore: counted(sql`${hasFailed} and ${wasBefore}`, "failed_before"),
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), isListed, mayRead(scope)))
    .as("article");
  const message = tx
    .select({
      all: summed(sql`true`, "all_messages"),
      now: summed(within(analyzedMessages.countedAt, week), "messages_now"),
      before: summed(within(analyzedMessages.countedAt, weekBefore, week), "messages_before"),
    })
    .from(analyzedMessages)
    .where(eq(analyzedMessages.workspaceId, workspaceId))
    .as("message");
  const channel = tx
    .select({
      active: counted(eq(channels.isActive, true), "active_channels"),
      now: counted(and(eq(channels.isActive, true), gte(channels.createdAt, week)), "channels_now"),
    })
    .from(channels)
    .where(eq(channels.workspaceId, workspaceId))
    .as("channel");
  const [row] = await tx.select().from(article).crossJoin(message).crossJoin(channel);
  if (!row) throw new Error("A count always answers one row");
  return row;
}
