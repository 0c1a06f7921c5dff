import type { Log } from "../../../shared/contract/activity.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const LOG_TYPE_NAMES: Record<Log["type"], { choice: string; badge: string; tone: BadgeTone }> = {
  article_created: { choice: "Article Created", badge: "Article Created", tone: "done" },
  message_analyzed: { choice: "Message Analyzed", badge: "Message Analyzed", tone: "neutral" },
  error: { choice: "Errors", badge: "Error", tone: "wrong" },
};

/** Of the type, if one is given, and with every typed word in the message or the data. */
export function matchingLogs(logs: readonly Log[], type: string, search: string): Log[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return logs.filter((log) => {
    if (type && log.type !== type) return false;
    const text = `${log.message} ${JSON.stringify(log.data)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
