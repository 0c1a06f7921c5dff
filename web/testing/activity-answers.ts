import type { Log, LogCounts, Overview } from "../../shared/contract/activity.ts";
import type { Article } from "../../shared/contract/articles.ts";

/** Filters the log as the server does, by type and words, continuing after the entry `before`. */
export function filterLogs(logs: readonly Log[], query: Record<string, string>): Log[] {
  const words = (query["search"] ?? "").toLowerCase().split(/\s+/);
  const start = query["before"] ? logs.findIndex(({ id }) => id === query["before"]) + 1 : 0;
  return logs
    .slice(start)
    .filter(({ type }) => !query["type"] || type === query["type"])
    .filter(({ message, data }) => {
      const text = `${message} ${JSON.stringify(data)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, Number(query["limit"] ?? 500));
}

export function countLogs(logs: readonly Log[], query: Record<string, string>): LogCounts {
  const count = (type: Log["type"]) => logs.filter((log) => log.type === type).length;
  return {
    article_created: count("article_created"),
    message_analyzed: count("message_analyzed"),
    error: count("error"),
    change: count("change"),
    messages: logs.reduce((sum, { data }) => sum + (typeof data["messages"] === "number" ? data["messages"] : 0), 0),
    total: logs.length,
    matching: filterLogs(logs, { ...query, limit: String(logs.length) }).length,
  };
}

export function buildOverview(articles: readonly Article[]): Overview {
  const count = (status: string) => articles.filter((article) => article.status === status).length;
  return {
    articles: articles.length,
    articlesThisWeek: Math.min(3, articles.length),
    articlesThisMonth: articles.length,
    published: count("published"),
    processing: count("processing"),
    failed: count("failed"),
    averageSeconds: articles.length === 0 ? null : 2.34,
  };
}
