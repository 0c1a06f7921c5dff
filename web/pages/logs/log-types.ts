import type { MOST_COUNTED as COUNTED_BY_THE_SERVER, Log } from "../../../shared/contract/activity.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** What the server counts of a search; its code is none of the browser's. */
export const MOST_COUNTED: typeof COUNTED_BY_THE_SERVER = 10_000;

/** Without a choice of its own: shown among all types. The choices of the filter are specified. */
export const LOG_TYPE_NAMES: Record<Log["type"], { choice?: string; badge: string; tone: BadgeTone }> = {
  article_created: { choice: "Article Created", badge: "Article Created", tone: "done" },
  message_analyzed: { choice: "Message Analyzed", badge: "Message Analyzed", tone: "neutral" },
  error: { choice: "Errors", badge: "Error", tone: "wrong" },
  change: { badge: "Change", tone: "outline" },
};

export const isLogType = (name: string | null): name is Log["type"] =>
  name !== null && Object.hasOwn(LOG_TYPE_NAMES, name);
