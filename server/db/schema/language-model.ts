import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { timestamptz, workspaceId } from "./columns.ts";

/** Names of the models by purpose. A purpose without an entry uses the main model. */
export interface ModelNames {
  main: string;
  fast?: string | undefined;
  check?: string | undefined;
  fallback?: string | undefined;
}

/**
 * A raised spending cap, so that waiting work continues: this much more may be spent in the day and month (UTC) of the raise.
 */
export interface RaisedCap {
  /** When the cap was raised, as ISO 8601. */
  at: string;
  dollars: number;
  tokens: number;
}

/** A workspace's own model, own spending caps, or both, instead of the operator's. */
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
