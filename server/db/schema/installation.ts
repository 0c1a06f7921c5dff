import { pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, timestamptz } from "./columns.ts";

/** Tables of the installation. A transaction of a workspace has no rights on these tables. */

/** A value encrypted with each encryption key that was ever in use, so that a start detects a missing or different key. */
export const keyChecks = pgTable("key_checks", {
  /** The encryption key's name in encrypted values: a hash of the key. */
  kid: text("kid").primaryKey(),
  sealed: text("sealed").notNull(),
  createdAt: createdAt(),
});

/** When the next call with a platform credential may go out. All processes share these rows. */
export const callClocks = pgTable("call_clocks", {
  /** The platform's name with an HMAC of the credential. */
  key: text("key").primaryKey(),
  /** When the next call is due at the allowed rate (`connectors/pace.ts`). */
  due: timestamptz("due").notNull(),
  /** No call goes out before this time, which the platform's Retry-After header sets. */
  pausedUntil: timestamptz("paused_until").notNull(),
});

/** Worker processes with their last heartbeat, so that people are warned when no background work is done. */
export const workers = pgTable("workers", {
  /** Created at the start of the process. */
  id: text("id").primaryKey(),
  startedAt: timestamptz("started_at").notNull().defaultNow(),
  seenAt: timestamptz("seen_at").notNull().defaultNow(),
});

/** When each scheduled job may start again. A scheduled job runs on one worker at a time. */
export const scheduledJobs = pgTable("scheduled_jobs", {
  name: text("name").primaryKey(),
  dueAt: timestamptz("due_at").notNull(),
});

/**
 * Defaults of the settings in the last release, so that a start notices a changed default (`operations/changed-settings.ts`).
 */
export const settingDefaults = pgTable("setting_defaults", {
  name: text("name").primaryKey(),
  /** The default as people write it; null for a setting without default. */
  value: text("value"),
});
