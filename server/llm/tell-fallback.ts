import type { Logger } from "pino";
import type { Fallback } from "../../engine/model/model.ts";
import { recordActivity } from "../activity/index.ts";
import { type Database, inWorkspace } from "../db/workspace-scope.ts";
import type { BrowserEvents } from "../http/browser-events.ts";
import { wasTold } from "./call-queries.ts";

interface LogDeps {
  db: Database;
  events: BrowserEvents;
  log: Logger;
}

/** How often the workspace's log says the same again: at a cap or in an outage every conversation would. */
const ONCE_IN: Partial<Record<Fallback["kind"], "day" | "hour">> = { cap: "day", unavailable: "hour" };

const SENTENCES: Record<Fallback["kind"], string> = {
  cap: "The model's budget for today is spent; the local engine goes on until tomorrow (UTC).",
  unavailable: "The model could not be reached; the local engine goes on in its place.",
  unusable: "The model's answer could not be used; the local engine wrote this article.",
  "too-long": "The conversation is too long for the model; the local engine wrote this article.",
};

/** Says in the workspace's log that the local engine stepped in, and why. */
export async function tellFallback(
  { db, events, log }: LogDeps,
  workspaceId: string,
  model: string,
  { kind, step, problem, conversationKey }: Fallback,
): Promise<void> {
  log.warn({ workspaceId, kind, step }, "The local engine did what the model was asked for");
  const once = ONCE_IN[kind];
  // Without an article there is nothing a person would look for in the log.
  if (step !== "write" && !once) return;
  await inWorkspace(db, workspaceId, async (scope) => {
    if (once && (await wasTold(scope, kind, once))) return;
    await recordActivity(scope, events, {
      type: "error",
      message: SENTENCES[kind],
      data: { fallback: kind, reason: problem, model, ...(conversationKey && { conversation: conversationKey }) },
    });
  });
}
