import { pgTable, text } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns.ts";

/** What belongs to the installation and to no workspace: transactions of a workspace have no rights here. */

/** A value sealed with each key that was ever current, by which a start finds out that a key is missing or another one. */
export const keyChecks = pgTable("key_checks", {
  /** The key's name in sealed values: a hash of the key itself. */
  kid: text("kid").primaryKey(),
  sealed: text("sealed").notNull(),
  createdAt: createdAt(),
});

/** When the next call in the name of a credential may go out, for all processes alike. */
export const callClocks = pgTable("call_clocks", {
  /** Platform and an HMAC of the credential. */
  key: text("key").primaryKey(),
  /** When the next call would be exactly on time (`connectors/pace.ts`). */
  due: at("due").notNull(),
  /** No call before this: what the platform's Retry-After said. */
  pausedUntil: at("paused_until").notNull(),
});

/** Worker processes, each with its last sign of life: so that a person is told when nothing works in the background. */
export const workers = pgTable("workers", {
  /** Made at the start of the process. */
  id: text("id").primaryKey(),
  startedAt: at("started_at").notNull().defaultNow(),
  seenAt: at("seen_at").notNull().defaultNow(),
});

/** Of each scheduled job that one worker of all does: when one of them may begin it again. */
export const scheduledJobs = pgTable("scheduled_jobs", {
  name: text("name").primaryKey(),
  dueAt: at("due_at").notNull(),
});

/** The settings' defaults of the release that ran last, so that a changed one is noticed (`operations/changed-settings.ts`). */
export const settingDefaults = pgTable("setting_defaults", {
  name: text("name").primaryKey(),
  /** As one would write it; null where it has none. */
  value: text("value"),
});
