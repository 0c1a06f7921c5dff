import type { Log } from "../../../shared/contract/activity.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const LOG_TYPE_NAMES: Record<Log["type"], { choice: string; badge: string; tone: BadgeTone }> = {
  article_created: { choice: "Article Created", badge: "Article Created", tone: "done" },
  message_analyzed: { choice: "Message Analyzed", badge: "Message Analyzed", tone: "neutral" },
  error: { choice: "Errors", badge: "Error", tone: "wrong" },
};

export const isLogType = (name: string | null): name is Log["type"] =>
  name !== null && Object.hasOwn(LOG_TYPE_NAMES, name);
