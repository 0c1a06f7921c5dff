import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns.ts";

/** Tables of the installation; a transaction of a workspace has no rights on them. */

/** A value sealed with each key that was ever in use, so that a start detects a missing or different key. */
export const keyChecks = pgTable("key_checks", {
  /** The key's name in sealed values: a hash of the key itself. */
  kid: text("kid").primaryKey(),
  sealed: text("sealed").notNull(),
  createdAt: createdAt(),
});

/** When the next call with a credential may go out; shared by all processes. */
export const callClocks = pgTable("call_clocks", {
  /** The platform's name with an HMAC of the credential. */
  key: text("key").primaryKey(),
  /** When the next call is due at the allowed rate (`connectors/pace.ts`). */
  due: timestamptz("due").notNull(),
  /** No call goes out before this time, which the platform's Retry-After sets. */
  pausedUntil: timestamptz("paused_until").notNull(),
});

/** Worker processes with their last heartbeat, so that people are warned when no background work is done. */
export const workers = pgTable("workers", {
  /** Created at the start of the process. */
  id: text("id").primaryKey(),
  startedAt: timestamptz("started_at").notNull().defaultNow(),
  seenAt: timestamptz("seen_at").notNull().defaultNow(),
});

/** When each scheduled job may start again; such a job runs on one worker at a time. */
export const scheduledJobs = pgTable("scheduled_jobs", {
  name: text("name").primaryKey(),
  dueAt: timestamptz("due_at").notNull(),
});

/** Defaults of the settings in the last release, so that a changed default is noticed (`operations/changed-settings.ts`). */
export const settingDefaults = pgTable("setting_defaults", {
  name: text("name").primaryKey(),
  /** The default in the form in which people write it; null for a setting without default. */
  value: text("value"),
});
