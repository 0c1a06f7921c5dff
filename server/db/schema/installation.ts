import { pgTable, text } from "drizzle-orm/pg-core";
import { at, createdAt } from "./columns.ts";

/** Tables of the installation, not of a workspace: transactions of a workspace have no rights here. */

/** A value sealed with each key that was ever current: a start finds out with it that a key is missing or differs. */
export const keyChecks = pgTable("key_checks", {
  /** The key's name in sealed values: a hash of the key itself. */
  kid: text("kid").primaryKey(),
  sealed: text("sealed").notNull(),
  createdAt: createdAt(),
});

/** When the next call with a credential may go out, shared by all processes. */
export const callClocks = pgTable("call_clocks", {
  /** The platform's name with an HMAC of the credential. */
  key: text("key").primaryKey(),
  /** When the next call would be exactly on time (`connectors/pace.ts`). */
  due: at("due").notNull(),
  /** No call goes out before this time, set by the platform's Retry-After. */
  pausedUntil: at("paused_until").notNull(),
});

/** Worker processes with their last heartbeat, so that people are told when no background work is done. */
export const workers = pgTable("workers", {
  /** Created at the start of the process. */
  id: text("id").primaryKey(),
  startedAt: at("started_at").notNull().defaultNow(),
  seenAt: at("seen_at").notNull().defaultNow(),
});

/** When each scheduled job that runs on one worker at a time may start again. */
export const scheduledJobs = pgTable("scheduled_jobs", {
  name: text("name").primaryKey(),
  dueAt: at("due_at").notNull(),
});

/**
 * Defaults of the settings in the release that ran last, so that a changed default is noticed
 * (`operations/changed-settings.ts`).
 */
export const settingDefaults = pgTable("setting_defaults", {
  name: text("name").primaryKey(),
  /** The default as a person would write it; null for a setting without a default. */
  value: text("value"),
});
