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
  /** Days after which the text of chat messages is erased; null: never. */
  keepChatDays: integer("keep_chat_days"),
  /** Whether articles keep the text of their source messages after the retention erases it. */
  keepsQuotes: boolean("keeps_quotes").notNull().default(true),
  /** Null until the detection settings are saved for the first time. */
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
    /** Values of the fields that only its platform has, such as how articles get there. */
    settings: jsonb("settings").$type<Record<string, string>>().notNull().default({}),
    /** The origin at which a check found the token accepted, when it differs from the address above. */
    origin: text("origin"),
    apiKeySealed: text("api_key_sealed").notNull(),
    /** The OAuth grant that is used instead of a key. */
    grantId: uuid("grant_id"),
    /** The last four characters of the key, for the mask. */
    apiKeyLast4: text("api_key_last4").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** Switched off because the plan allows fewer; switched on again automatically when it allows more. */
    pausedFor: text("paused_for").$type<"platforms">(),
    /** True: its pages are placed under one page for each category, following the workspace's tree. */
    isArranged: boolean("is_arranged").notNull().default(false),
    /** Arranging failed: it is not retried before this time. */
    arrangeAt: at("arrange_at"),
    /** The reason, as a sentence, why its pages could not be arranged. */
    arrangeTrouble: text("arrange_trouble"),
    /**
     * Every page of ours created there before this time is in our rows; after a restore of an older database, later
     * ones may be missing.
     */
    pagesKnownUntil: at("pages_known_until"),
    /** When pages had been requested there for all existing articles; null: not done yet. */
    filledAt: at("filled_at"),
    /** Private channels whose members are the target's readers, as an admin states; empty: the whole workspace reads there. */
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
  /** When the trouble was found, as ISO 8601. */
  at: string;
}

export interface RuleResult {
  /** When the channels were compared with the rule, as ISO 8601. */
  at: string;
  /** Number of channels that match the rule and have not been added. */
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
    /** Values of the manifest's fields that are not secret. */
    config: jsonb("config").$type<Record<string, string>>().notNull().default({}),
    secrets: jsonb("secrets").$type<Record<string, SealedField>>().notNull().default({}),
    /** The OAuth grant that is used instead of a token. */
    grantId: uuid("grant_id"),
    /** The platform's id of the team, known after the first check: events are routed by it. */
    teamId: text("team_id"),
    teamUrl: text("team_url"),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** The time since which its live events arrive without a known gap; null while they do not. */
    liveSince: at("live_since"),
    /** When the last live event was accepted. */
    liveAt: at("live_at"),
    /** The reason, as a sentence, why no live events arrive although they are set up. */
    liveTrouble: text("live_trouble"),
    /** True when its credentials may write in a thread; null: not known. */
    mayPost: boolean("may_post"),
    /** Proofs of each of its credentials, by the manifest's field; deleted when another credential is entered. */
    proofs: jsonb("proofs").$type<Record<string, StoredProof>>().notNull().default({}),
    /** The rule by which channels are monitored without a person choosing each. */
    channelRule: text("channel_rule").$type<ChannelRule>().notNull().default("chosen"),
    /** When the platform's channels are next compared with the rule; null: there is no rule. */
    ruleDueAt: at("rule_due_at"),
    /** The result of the last comparison; null before the first. */
    ruleResult: jsonb("rule_result").$type<RuleResult>(),
    /** The platform's ids of channels that a person removed: the rule does not add them again. */
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
