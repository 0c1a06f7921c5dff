import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import type { ChannelMonitoringRule } from "../../../shared/contract/integrations.ts";
import { workspaces } from "./accounts.ts";
import { createdAt, id, timestamptz, trouble, updatedAt, workspaceId } from "./columns.ts";
import { platformGrants } from "./platform-grants.ts";

export const workspaceSettings = pgTable("workspace_settings", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  sensitivity: integer("sensitivity").notNull(),
  minMessageLength: integer("min_message_length").notNull(),
  detectionKeywords: text("detection_keywords").array().notNull(),
  /** How channels are chosen: manually, until the workspace turns automatic monitoring on. */
  monitoringMode: text("monitoring_mode").$type<"manual" | "automatic">().notNull().default("manual"),
  /** Days after which the text of chat messages is erased; null: never. */
  keepChatDays: integer("keep_chat_days"),
  /** Whether articles retain the text of their sources after retention erases the messages. */
  keepsQuotes: boolean("keeps_quotes").notNull().default(true),
  /** Null until the detection settings are saved for the first time. */
  lastUpdated: timestamptz("last_updated"),
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
    /** Settings that only this platform has, such as the way in which articles reach the platform. */
    settings: jsonb("settings").$type<Record<string, string>>().notNull().default({}),
    /** The origin of the address at which the token was accepted, if it differs from the address above. */
    origin: text("origin"),
    apiKeySealed: text("api_key_sealed").notNull(),
    /** The OAuth grant that is used instead of a key. */
    grantId: uuid("grant_id"),
    /** The last four characters of the key, which the masked display shows. */
    apiKeyLast4: text("api_key_last4").notNull(),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /**
     * The integration was switched off because the plan allows fewer, and is switched on automatically when the plan allows
     * more.
     */
    pausedFor: text("paused_for").$type<"platforms">(),
    /** The integration's pages are placed under one page per category, like the workspace's category tree. */
    isArranged: boolean("is_arranged").notNull().default(false),
    /** When the failed arranging of pages is retried. */
    arrangeAt: timestamptz("arrange_at"),
    /** The reason, as a sentence, why the integration's pages could not be arranged. */
    arrangeTrouble: text("arrange_trouble"),
    /**
     * All pages that the product created on the platform before this time have rows. After a restore of an older database,
     * later pages may have none.
     */
    pagesKnownUntil: timestamptz("pages_known_until"),
    /** When the product next asks the platform which of its pages people edited. */
    editsLookDueAt: timestamptz("edits_look_due_at").notNull().defaultNow(),
    /** When pages had been requested for all existing articles; null before that. */
    filledAt: timestamptz("filled_at"),
    /** Pages that people wrote are corrected only with the own account of the person who orders it. */
    needsOwnAccount: boolean("needs_own_account").notNull().default(false),
    /**
     * Private channels whose members are the platform's readers, according to an admin. Empty if the whole workspace reads
     * there.
     */
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

/** A secret of a chat integration, encrypted, with its last four characters for display. */
export interface SealedField {
  sealed: string;
  last4: string;
}

export interface StoredFieldProof {
  state: "proven" | "refused" | "unknown";
  text: string;
  /** When the trouble was found, as ISO 8601. */
  at: string;
}

export interface ChannelRuleResult {
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
    /** The platform's id of the team, known after the first check. Incoming events find their integration by this id. */
    teamId: text("team_id"),
    teamUrl: text("team_url"),
    isActive: boolean("is_active").notNull().default(true),
    trouble: trouble(),
    /** Since when live events arrive without a known interruption; null while they do not arrive. */
    liveSince: timestamptz("live_since"),
    /** When the product last accepted a live event. */
    liveAt: timestamptz("live_at"),
    /** The reason, as a sentence, why live events do not arrive although they are set up. */
    liveTrouble: text("live_trouble"),
    /** True if the integration's credentials may write in a thread; null if unknown. */
    mayPost: boolean("may_post"),
    /** The last check of each credential, by the manifest's field; deleted when the credential is replaced. */
    proofs: jsonb("proofs").$type<Record<string, StoredFieldProof>>().notNull().default({}),
    /** The rule by which channels are monitored automatically. */
    channelRule: text("channel_rule").$type<ChannelMonitoringRule>().notNull().default("chosen"),
    /** When the platform's channels are next compared with the rule; null without a rule. */
    ruleDueAt: timestamptz("rule_due_at"),
    /** The result of the last comparison; null before the first one. */
    ruleResult: jsonb("rule_result").$type<ChannelRuleResult>(),
    /** The platform's ids of channels that a person removed, so that the rule does not add these channels again. */
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
