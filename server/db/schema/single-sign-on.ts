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

/** Accounts at the identity provider: single sign-on (OpenID Connect) and provisioning (SCIM). */

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const workspaceId = () => uuid("workspace_id").notNull();
const createdAt = () => at("created_at").notNull().defaultNow();

/** A person's account at one identity provider. Issuer and subject never change and are never reused, unlike mail addresses. */
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

/** Sessions that a sign-in at the identity provider started, with the data that signing out at the provider requires. */
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

/** A token with which a company's identity provider provisions people. */
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

/** A person's names at the identity provider. People whom the provider does not know have no row. */
export const provisionedPeople = pgTable(
  "provisioned_people",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    /** The user name as the provider spells it; compared without case. */
    userName: text("user_name").notNull(),
    externalId: text("external_id"),
    /** Provisioning created the address, so nobody has proved the mailbox. */
    isMade: boolean("is_made").notNull(),
    /** When the provider deleted the person. The provider no longer finds the person, who stays deactivated. */
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
 * Mail domains that a workspace claims. A domain has no effect until its DNS record proves it. Several workspaces of one company
 * may prove the same domain.
 */
export const mailDomains = pgTable(
  "mail_domains",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    /** Lower case, in ASCII: 'acme.com'. */
    domain: text("domain").notNull(),
    /** The value that the DNS record must contain; public once published there. */
    challenge: text("challenge").notNull(),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    /** When the DNS record was seen; null before that, and again once the record is gone. */
    provenAt: at("proven_at"),
    /** How the domain was proven; meaningless while the domain is unproven. */
    provenBy: text("proven_by").$type<"dns" | "mail">().notNull().default("dns"),
    /** When the DNS record was last looked up. */
    checkedAt: at("checked_at"),
    /** SHA-256 of the token in the mail to the domain's postmaster, hex. */
    mailTokenHash: text("mail_token_hash"),
    mailedAt: at("mailed_at"),
    /** People with an address at the domain are redirected to the workspace's identity provider. */
    signsOn: boolean("signs_on").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("mail_domains_domain").on(t.workspaceId, t.domain),
    // Only one workspace's provider signs in people of a domain, even if several workspaces have proven it.
    uniqueIndex("mail_domains_sign_on").on(t.domain).where(sql`signs_on`),
  ],
);

/**
 * A workspace's own identity provider: at most one active row and one in preparation. A change inserts a new row, so that only
 * a tested configuration can be activated.
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
    /** When the latest test sign-in started, and when it returned. */
    testBegunAt: at("test_begun_at"),
    testedAt: at("tested_at"),
    /** The fault that the test sign-in found; null if the test passed. */
    testFault: text("test_fault"),
    activatedAt: at("activated_at"),
    /** An owner activated the provider, so the provider may decide who is an owner. */
    speaksForOwners: boolean("speaks_for_owners").notNull().default(false),
    /** Passwords no longer work for people of the workspace's domains, except its owners. */
    isRequired: boolean("is_required").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("sign_on_providers_state").on(t.workspaceId, t.state),
  ],
);

/**
 * A person's account at their workspace's own provider. Separate from `identities`, because this provider vouches in its
 * workspace only.
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
