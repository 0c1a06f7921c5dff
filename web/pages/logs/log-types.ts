import type { MAX_COUNTED_ENTRIES as COUNTED_BY_THE_SERVER, Log } from "../../../shared/contract/activity.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** The server's limit for counting search results. Importing that constant would load server code into the browser. */
export const MOST_COUNTED: typeof COUNTED_BY_THE_SERVER = 10_000;

/**
 * Names of the log types. A type without `choice` is not among the filter's choices, which the specification fixes. Its
 * entries are shown if no type is chosen.
 */
export const LOG_TYPE_NAMES: Record<Log["type"], { choice?: string; badge: string; tone: BadgeTone }> = {
  article_created: { choice: "Article Created", badge: "Article Created", tone: "done" },
  message_analyzed: { choice: "Message Analyzed", badge: "Message Analyzed", tone: "neutral" },
  error: { choice: "Errors", badge: "Error", tone: "wrong" },
  change: { badge: "Change", tone: "outline" },
};

export const isLogType = (name: string | null): name is Log["type"] =>
  name !== null && Object.hasOwn(LOG_TYPE_NAMES, name);
