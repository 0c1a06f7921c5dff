import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Membership } from "../../../shared/domain/access.ts";
import type { AddressProof } from "../address-proof.ts";
import { createdAt, id, timestamptz, updatedAt, workspaceId } from "./columns.ts";

export const workspaces = pgTable("workspaces", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  /** The membership of people who join by single sign-on or provisioning, until an admin changes it. */
  newcomers: text("newcomers").$type<Exclude<Membership, "owner">>().notNull().default("editor"),
  /** People with an address at a proven mail domain may join without an invitation. */
  joinByDomain: boolean("join_by_domain").notNull().default(false),
  plan: text("plan").$type<"starter" | "professional" | "enterprise">().notNull().default("starter"),
  createdAt: createdAt(),
});

/**
 * A person in a workspace. A person in several workspaces has a row in each workspace, with the same `personId`. A trigger
 * keeps address, password and confirmation equal in all rows (docs/decisions/031).
 */
export const users = pgTable(
  "users",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    personId: uuid("person_id").notNull().defaultRandom(),
    /**
     * The mail address in lower case. An exclusion constraint gives an address to one person in the whole installation
     * (migrations/0026).
     */
    email: text("email").notNull(),
    passwordHash: text("password_hash"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    company: text("company").notNull(),
    jobTitle: text("job_title"),
    /** A label for the person's role in the team, chosen by the person. The label grants no rights. */
    role: text("role").$type<"admin" | "manager" | "member" | "guest">().notNull().default("member"),
    /** The person's rights in the workspace. The first person of a workspace is the owner. */
    membership: text("membership").$type<Membership>().notNull().default("editor"),
    profileImageUrl: text("profile_image_url"),
    /** The person's time zone as an IANA name; null for the browser's time zone. */
    timeZone: text("time_zone"),
    /** The language in which dates are written for the person, as BCP 47; null: British English. */
    dateLocale: text("date_locale"),
    /** When the person dismissed the welcome and the tour for good. */
    welcomeDismissedAt: timestamptz("welcome_dismissed_at"),
    emailVerifiedAt: timestamptz("email_verified_at"),
    /**
     * The proof that the address belongs to this person (docs/decisions/072). The proof may differ between a person's rows,
     * because a workspace vouches only for itself.
     */
    emailProof: text("email_proof").$type<AddressProof>().notNull().default("nobody"),
    /**
     * When the workspace's identity provider deactivated the person. The person can no longer sign in, but the person's
     * contributions stay.
     */
    deactivatedAt: timestamptz("deactivated_at"),
    /** When the account was deleted. Nobody can sign in, and the row waits for its purge under an invalid address. */
    deletedAt: timestamptz("deleted_at"),
    /** The address of the account before it was deleted. */
    deletedEmail: text("deleted_email"),
    /** The last time the person opened this workspace. The next sign-in opens the workspace with the latest time. */
    enteredAt: timestamptz("entered_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("users_email").on(t.workspaceId, t.email),
    index("users_address").on(t.email),
    index("users_person").on(t.personId),
    index("users_deleted").on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's 32 random bytes, hex. */
    tokenHash: text("token_hash").primaryKey(),
    /** A public id of the session, by which people end a session without knowing its token. */
    id: uuid("id").notNull().defaultRandom(),
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    createdAt: createdAt(),
    lastSeenAt: timestamptz("last_seen_at").notNull().defaultNow(),
    expiresAt: timestamptz("expires_at").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** The workspace whose own identity provider started the session. The session is valid in that workspace only. */
    signedOnBy: uuid("signed_on_by"),
  },
  (t) => [
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }).onDelete(
      "cascade",
    ),
    index("sessions_user").on(t.workspaceId, t.userId),
  ],
);

export const singleUseTokens = pgTable(
  "single_use_tokens",
  {
    /** SHA-256 of the mailed token, hex. */
    tokenHash: text("token_hash").primaryKey(),
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    purpose: text("purpose").$type<"verify-email" | "reset-password" | "change-email">().notNull(),
    payload: jsonb("payload").$type<Record<string, string>>().notNull().default({}),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (t) => [
    foreignKey({ columns: [t.workspaceId, t.userId], foreignColumns: [users.workspaceId, users.id] }).onDelete(
      "cascade",
    ),
    index("single_use_tokens_user").on(t.workspaceId, t.userId, t.purpose),
  ],
);

/** Counts of requests, stored in the database so that a restart does not reset a limit. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  windowStart: timestamptz("window_start").notNull(),
  hits: integer("hits").notNull(),
});
