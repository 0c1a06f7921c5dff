import type { Log, Stats } from "../../shared/contract/activity.ts";
import type { LogRow } from "./log-queries.ts";
import type { countActivity, WeekFigures } from "./queries.ts";

export const viewLog = (row: LogRow): Log => ({
  id: row.id,
  type: row.type,
  message: row.message,
  data: row.data,
  createdAt: row.createdAt.toISOString(),
});

const round = (value: number) => Math.round(value * 10) / 10;

function successRate({ published, failed }: Pick<WeekFigures, "published" | "failed">): number | null {
  return published + failed === 0 ? null : (100 * published) / (published + failed);
}

function change(now: number, before: number): number | null {
  return before === 0 ? null : round((100 * (now - before)) / before);
}

export function viewStats({ total, thisWeek, lastWeek }: Awaited<ReturnType<typeof countActivity>>): Stats {
  const rate = successRate(total);
  const rateNow = successRate(thisWeek);
  const rateBefore = successRate(lastWeek);
  return {
    articlesCreated: total.articlesCreated,
    messagesAnalyzed: total.messagesAnalyzed,
    activeChannels: total.activeChannels,
    successRate: rate === null ? null : round(rate),
    weekOverWeek: {
      articlesCreated: change(thisWeek.articlesCreated, lastWeek.articlesCreated),
      messagesAnalyzed: change(thisWeek.messagesAnalyzed, lastWeek.messagesAnalyzed),
      activeChannels: change(total.activeChannels, lastWeek.channelsMade),
      successRate: rateNow === null || rateBefore === null ? null : round(rateNow - rateBefore),
    },
  };
}
