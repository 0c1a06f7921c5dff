import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";

type AnnounceDeps = Pick<Deps, "queue" | "events">;

/** The plan switched a knowledge target on or off. */
export const platformSwitchedByPlan = defineEvent<AnnounceDeps, { integrationId: string; isActive: boolean }>(
  "knowledge platform switched by the plan",
);

/** The plan allows messages again for channels that paused at its limit. */
export const readingResumed = defineEvent<AnnounceDeps, { channelIds: string[] }>("reading resumed");
