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
    /** What proved it; of a domain that is not proven, nothing. */
    provenBy: text("proven_by").$type<"dns" | "mail">().notNull().default("dns"),
    /** When the record was last looked for. */
    checkedAt: at("checked_at"),
    /** SHA-256 of the token in the mail to its postmaster, hex. */
    mailTokenHash: text("mail_token_hash"),
    mailedAt: at("mailed_at"),
    /** People at it are led to the workspace's identity provider. */
    signsOn: boolean("signs_on").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("mail_domains_domain").on(t.workspaceId, t.domain),
    // A domain has one provider, whoever else has proven it.
    uniqueIndex("mail_domains_sign_on").on(t.domain).where(sql`signs_on`),
  ],
);

/**
 * A workspace's own identity provider: at most one that people sign in at, and one that an admin prepares. A change makes a new
 * row, so that what was tested is what is activated.
 */
export const signOnProviders = pgTable(
  "sign_on_providers",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    state: text("state").$type<"draft" | "active">().notNull(),
    issuer: text("issuer").notNull(),
    clientId: text("client_id").notNull(),
    secretSealed: text("secret_sealed").notNull(),
    scopes: text("scopes").notNull(),
    /** When the latest test was begun, and when it came back. */
    testBegunAt: at("test_begun_at"),
    testedAt: at("tested_at"),
    /** What was wrong; null: it passed. */
    testFault: text("test_fault"),
    activatedAt: at("activated_at"),
    /** An owner activated it: it may say who an owner is. */
    speaksForOwners: boolean("speaks_for_owners").notNull().default(false),
    /** Passwords let nobody of the workspace's domains in any more, but its owners. */
    isRequired: boolean("is_required").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("sign_on_providers_state").on(t.workspaceId, t.state),
  ],
);

/**
 * Who somebody is at their workspace's own provider. Apart from `identities`: what one workspace's provider says counts in that
 * workspace alone, whatever it says.
 */
export const workspaceIdentities = pgTable(
  "workspace_identities",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.issuer] }),
    uniqueIndex("workspace_identities_subject").on(t.workspaceId, t.issuer, t.subject),
    foreignKey({
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
      name: "workspace_identities_user",
    }).onDelete("cascade"),
  ],
);
