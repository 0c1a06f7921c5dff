import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { sessions, users, workspaces } from "./accounts.ts";

/** Who people are at the identity provider: single sign-on (OpenID Connect) and provisioning (SCIM). */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const workspaceId = () => uuid("workspace_id").notNull();
const createdAt = () => at("created_at").notNull().defaultNow();

/** One person at one provider. Issuer and subject never change and are never given to somebody else; mail addresses are. */
export const identities = pgTable(
  "identities",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.issuer] }),
    uniqueIndex("identities_subject").on(t.issuer, t.subject),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "identities_user",
    }).onDelete("cascade"),
  ],
);

/** Sessions that began at the provider, with what its own sign-out asks for. */
export const providerSessions = pgTable(
  "provider_sessions",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    tokenHash: text("token_hash").primaryKey(),
    idTokenSealed: text("id_token_sealed").notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.tokenHash],
      foreignColumns: [sessions.tokenHash],
      name: "provider_sessions_session",
    }).onDelete("cascade"),
  ],
);

/** What a company's identity provider shows when it provisions people. */
export const scimTokens = pgTable(
  "scim_tokens",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text("token_hash").notNull(),
    last4: text("last4").notNull(),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    lastUsedAt: at("last_used_at"),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), uniqueIndex("scim_tokens_hash").on(t.tokenHash)],
);

/** What the identity provider calls a person of the workspace. A person it does not know has no row. */
export const provisionedPeople = pgTable(
  "provisioned_people",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    /** As the provider writes it; compared without case. */
    userName: text("user_name").notNull(),
    externalId: text("external_id"),
    /** The address came from provisioning: nobody has shown that the mailbox is theirs. */
    isMade: boolean("is_made").notNull(),
    /** Deleted by the provider: it finds the person no more, and the person stays deactivated. */
    removedAt: at("removed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    uniqueIndex("provisioned_people_name").on(t.workspaceId, sql`lower(${t.userName})`).where(sql`removed_at is null`),
    index("provisioned_people_external").on(t.workspaceId, t.externalId),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "provisioned_people_user",
    }).onDelete("cascade"),
  ],
);

/**
 * Mail domains that a workspace says are its own. Until the DNS record proves it, nobody at the domain can be claimed. The same
 * domain may be proven by several workspaces of one company.
 */
export const mailDomains = pgTable(
  "mail_domains",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    /** Lower case, in ASCII: 'acme.com'. */
    domain: text("domain").notNull(),
    /** What the DNS record must hold; public once it is there. */
    challenge: text("challenge").notNull(),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    /** Null until the record was seen, and again when it is gone. */
    provenAt: at("proven_at"),
    /** When the record was last looked for. */
    checkedAt: at("checked_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("mail_domains_domain").on(t.workspaceId, t.domain),
  ],
);
