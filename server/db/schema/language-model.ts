import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { timestamptz, workspaceId } from "./columns.ts";

/** Models by purpose; purposes without an entry use the main model. */
export interface ModelNames {
  main: string;
  fast?: string | undefined;
  check?: string | undefined;
  fallback?: string | undefined;
}

/** A person raised the cap so that waiting work continues: this much more may be spent in that day and month (UTC). */
export interface RaisedCap {
  /** The time as ISO 8601. */
  at: string;
  dollars: number;
  tokens: number;
}

/** A workspace's own model, own caps, or both, instead of the operator's. */
export const modelSettings = pgTable("model_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  /** The provider; null for the operator's model. */
  provider: text("provider"),
  address: text("address"),
  region: text("region"),
  keySealed: text("key_sealed"),
  keyLast4: text("key_last4"),
  models: jsonb("models").$type<ModelNames>(),
  /** The daily cap in cents; null for the operator's cap. */
  dailyCapCents: integer("daily_cap_cents"),
  monthlyCapCents: integer("monthly_cap_cents"),
  /** The increases of the cap in the current month. */
  raised: jsonb("raised").$type<RaisedCap[]>().notNull().default(sql`'[]'::jsonb`),
  /** When the model last answered for all purposes with these settings. */
  testedAt: timestamptz("tested_at"),
  updatedAt: timestamptz("updated_at").notNull().defaultNow(),
});
