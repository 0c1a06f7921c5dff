import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { ChannelRule } from "../../../shared/contract/integrations.ts";
import { workspaces } from "./accounts.ts";
import { at, createdAt, id, trouble, updatedAt, workspaceId } from "./columns.ts";
import { platformGrants } from "./platform-grants.ts";

export const workspaceSettings = pgTable("workspace_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  sensitivity: integer("sensitivity").notNull(),
  minMessageLength: integer("min_message_length").notNull(),
  detectionKeywords: text("detection_keywords").array().notNull(),
  /** Manual until the workspace turns automatic monitoring on. */
  monitoringMode: text("monitoring_mode").$type<"manual" | "automatic">().notNull().default("manual"),
  /** Days after which the text of chat messages is forgotten; null: never. */
  keepChatDays: integer("keep_chat_days"),
  /** Whether articles keep the text of their source messages all the same. */
  keepsQuotes: boolean("keeps_quotes").notNull().default(true),
  /** Null until the detection settings were saved for the first time. */
  lastUpdated: at("last_updated"),
});

export const knowledgeIntegrations = pgTable(
  "knowledge_integrations",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull(),
    type: text("type").notNull(),
    baseUrl: text("base_url").notNull().default(""),
    spaceId: text("space_id").notNull().default(""),
    /** What is chosen in the fields of its platform alone, such as how articles get there. */
    settings: jsonb("settings").$type<Record<string, string>>().notNull().default({}),
    /** Where a check found that the token is taken, when that is not the address above. */
    origin: text("origin"),
    apiKeySealed: text("api_key_sealed").notNull(),
    /** Connected by OAuth: what is used instead of a key. */
    grantId: uuid("grant_id"),
    /** The last four characters, for the mask. */
    apiKeyLast4: text("api_key_last4").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** Switched off because the plan allows fewer; comes back by itself when it allows more. */
    pausedFor: text("paused_for").$type<"platforms">(),
    /** Its pages are under a page for each category, as the workspace's tree has it. */
    isArranged: boolean("is_arranged").notNull().default(false),
    /** Arranging failed: it is not tried again before. */
    arrangeAt: at("arrange_at"),
    /** Why its pages could not be arranged, in a sentence. */
    arrangeTrouble: text("arrange_trouble"),
    /** Every page of ours that was made there before is in our rows: after a restored database those made since are not. */
    pagesKnownUntil: at("pages_known_until"),
    /** When every article of before had been asked for there; null: that is still to be done. */
    filledAt: at("filled_at"),
    /** Private channels of which everybody who reads there is a member, as an admin says; none: everybody of the workspace reads there. */
    readerChannels: uuid("reader_channels").array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      name: "knowledge_integrations_grant",
      columns: [t.workspaceId, t.grantId],
      foreignColumns: [platformGrants.workspaceId, platformGrants.id],
    }),
  ],
);

/** A secret of a chat integration: sealed, with the last four characters for the mask. */
export interface SealedField {
  sealed: string;
  last4: string;
}

export interface StoredProof {
  state: "proven" | "refused" | "unknown";
  text: string;
  /** When it was found, as ISO 8601. */
  at: string;
}

export interface RuleResult {
  /** When the channels were compared, as ISO 8601. */
  at: string;
  /** Channels that are asked for and not added. */
  waiting: number;
  trouble: string | null;
}

export const chatIntegrations = pgTable(
  "chat_integrations",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull(),
    platform: text("platform").$type<ChatPlatform>().notNull(),
    /** Fields that are no secrets, by the manifest. */
    config: jsonb("config").$type<Record<string, string>>().notNull().default({}),
    secrets: jsonb("secrets").$type<Record<string, SealedField>>().notNull().default({}),
    /** Connected by OAuth: what is used instead of a token. */
    grantId: uuid("grant_id"),
    /** The platform's id of the team, known after the first check: events are routed by it. */
    teamId: text("team_id"),
    teamUrl: text("team_url"),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** Since when its live events arrive without a known break; null while they do not. */
    liveSince: at("live_since"),
    /** When the last event was taken. */
    liveAt: at("live_at"),
    /** Why no live events arrive although they are set up, in a sentence. */
    liveTrouble: text("live_trouble"),
    /** Whether its credentials may write in a thread; null: not known. */
    mayPost: boolean("may_post"),
    /** What is known of each of its credentials, by the manifest's field; goes when another one is entered. */
    proofs: jsonb("proofs").$type<Record<string, StoredProof>>().notNull().default({}),
    /** Which channels are monitored without a person choosing each. */
    channelRule: text("channel_rule").$type<ChannelRule>().notNull().default("chosen"),
    /** When the platform's channels are next compared with the rule; null: there is none. */
    ruleDueAt: at("rule_due_at"),
    /** What the last comparison came to; null before the first. */
    ruleResult: jsonb("rule_result").$type<RuleResult>(),
    /** The platform's ids of channels that a person removed: the rule adds them no more. */
    leftOut: text("left_out").array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("chat_integrations_team").on(t.platform, t.teamId),
    foreignKey({
      name: "chat_integrations_grant",
      columns: [t.workspaceId, t.grantId],
      foreignColumns: [platformGrants.workspaceId, platformGrants.id],
    }),
  ],
);
