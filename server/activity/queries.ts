import { and, eq, gte, sql } from "drizzle-orm";
import { type ReaderScope, whereArticleReadable } from "../db/audience.ts";
import { whereArticleListed } from "../db/listed-articles.ts";
import { analyzedMessages, articles, channels } from "../db/schema.ts";
import { prepareStatement } from "../db/statement.ts";

export interface WeekFigures {
  articlesCreated: number;
  messagesAnalyzed: number;
  channelsMade: number;
  published: number;
  failed: number;
}

/** Counts all activity, the activity of the last seven days, and that of the seven days before. */
export async function countActivity(scope: ReaderScope): Promise<{
  total: WeekFigures & { activeChannels: number };
  thisWeek: WeekFigures;
  lastWeek: WeekFigures;
}> {
  const [counts] = await countRows(scope);
  if (!counts) throw new Error("A count always answers one row");
  return {
    total: {
      articlesCreated: counts.articles,
      messagesAnalyzed: counts.messages,
      activeChannels: counts.channels,
      channelsMade: counts.channels,
      published: counts.published,
      failed: counts.failed,
    },
    thisWeek: {
      articlesCreated: counts.articlesNow,
      messagesAnalyzed: counts.messagesNow,
      channelsMade: counts.channelsNow,
      published: counts.publishedNow,
      failed: counts.failedNow,
    },
    lastWeek: {
      articlesCreated: counts.articlesBefore,
      messagesAnalyzed: counts.messagesBefore,
      channelsMade: counts.channels - counts.channelsNow,
      published: counts.publishedBefore,
      failed: counts.failedBefore,
    },
  };
}

// Subqueries, because PostgreSQL then computes each time once, not for each row.
const week = sql`(select now() - interval '7 days')`;
const weekBefore = sql`(select now() - interval '14 days')`;
const within = (column: unknown, from: unknown, to?: unknown) =>
  to === undefined ? sql`${column} >= ${from}` : sql`${column} >= ${from} and ${column} < ${to}`;
const counted = (condition: unknown, name: string) => sql<number>`(count(*) filter (where ${condition}))::int`.as(name);
const summed = (condition: unknown, name: string) =>
  sql<number>`coalesce(sum(${analyzedMessages.messages}) filter (where ${condition}), 0)::int`.as(name);

/** Counts all totals of the dashboard in one row. */
const countRows = prepareStatement((scope: ReaderScope) => {
  const { workspaceId, tx } = scope;
  const isPublished = sql`${articles.status} = 'published'`;
  const hasFailed = sql`${articles.status} = 'failed'`;
  const isNow = within(articles.createdAt, week);
  const wasBefore = within(articles.createdAt, weekBefore, week);
  const article = tx
    .select({
      articles: counted(sql`true`, "all_articles"),
      articlesNow: counted(isNow, "articles_now"),
      articlesBefore: counted(wasBefore, "articles_before"),
      published: counted(isPublished, "published"),
      failed: counted(hasFailed, "failed"),
      publishedNow: counted(sql`${isPublished} and ${isNow}`, "published_now"),
      failedNow: counted(sql`${hasFailed} and ${isNow}`, "failed_now"),
      publishedBefore: counted(sql`${isPublished} and ${wasBefore}`, "published_before"),
      failedBefore: counted(sql`${hasFailed} and ${wasBefore}`, "failed_before"),
    })
    .from(articles)
    .where(and(eq(articles.workspaceId, workspaceId), whereArticleListed, whereArticleReadable(scope)))
    .as("article");
  const message = tx
    .select({
      messages: summed(sql`true`, "all_messages"),
      messagesNow: summed(within(analyzedMessages.countedAt, week), "messages_now"),
      messagesBefore: summed(within(analyzedMessages.countedAt, weekBefore, week), "messages_before"),
    })
    .from(analyzedMessages)
    .where(eq(analyzedMessages.workspaceId, workspaceId))
    .as("message");
  const channel = tx
    .select({
      channels: counted(eq(channels.isActive, true), "active_channels"),
      channelsNow: counted(and(eq(channels.isActive, true), gte(channels.createdAt, week)), "channels_now"),
    })
    .from(channels)
    .where(eq(channels.workspaceId, workspaceId))
    .as("channel");
  return tx
    .select({ ...article._.selectedFields, ...message._.selectedFields, ...channel._.selectedFields })
    .from(article)
    .crossJoin(message)
    .crossJoin(channel);
});
