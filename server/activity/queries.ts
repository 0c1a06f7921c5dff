import { and, count, eq, gte, sql } from "drizzle-orm";
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
const counted = (condition: unknown) => sql<number>`(count(*) filter (where ${condition}))::int`;
const summed = (condition: unknown) =>
  sql<number>`coalesce(sum(${analyzedMessages.messages}) filter (where ${condition}), 0)::int`;

async function countRows(scope: ReaderScope) {
  const { workspaceId, tx } = scope;
  const [article] = await tx
    .select({
      all: count(),
      now: counted(within(articles.createdAt, week)),
      before: counted(within(articles.createdAt, weekBefore, week)),
      published: counted(sql`${articles.status} = 'published'`),
      failed: counted(sql`${articles.status} = 'failed'`),
      publishedNow: counted(sql`${articles.status} = 'published' and ${within(articles.createdAt, week)}`),
      failedNow: counted(sql`${articles.status} = 'failed' and ${within(articles.createdAt, week)}`),
      publishedBefore: counted(
        sql`${articles.status} = 'published' and ${within(articles.createdAt, weekBefore, week)}`,
      ),
      failedBefore: counted(sql`${articles.status} = 'failed' and ${within(articles.createdAt, weekBefore, week)}`),
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), isListed, mayRead(scope)));
  const [message] = await tx
    .select({
      all: summed(sql`true`),
      now: summed(within(analyzedMessages.countedAt, week)),
      before: summed(within(analyzedMessages.countedAt, weekBefore, week)),
    })
    .from(analyzedMessages)
    .where(eq(analyzedMessages.workspaceId, workspaceId));
  const [channel] = await tx
    .select({
      active: counted(eq(channels.isActive, true)),
      now: counted(and(eq(channels.isActive, true), gte(channels.createdAt, week))),
    })
    .from(channels)
    .where(eq(channels.workspaceId, workspaceId));
  if (!article || !message || !channel) throw new Error("A count always answers one row");
  return { article, message, channel };
}
