import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Membership } from "../../../shared/domain/access.ts";
import { workspaces } from "./accounts.ts";
import { at, createdAt, id, workspaceId } from "./columns.ts";

/** An address that may join the workspace. Accepted and revoked are final; after `expiresAt` it is expired. */
export const invitations = pgTable(
  "invitations",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** The invited address in lower case. */
    email: text("email").notNull(),
    membership: text("membership").$type<Membership>().notNull(),
    /** Welcome message, shown as text. */
    words: text("words").notNull().default(""),
    state: text("state").$type<"pending" | "accepted" | "revoked">().notNull().default("pending"),
    /** SHA-256 of the token in the mail, hex. */
    tokenHash: text("token_hash").notNull(),
    /** The person who invited or created the link; null when the invitee asked by the mail domain. */
    invitedBy: uuid("invited_by"),
    /** The link by which it was requested: the invitation ends with the link. */
    linkId: uuid("link_id"),
    /**
     * Its token went out by mail only, so using it proves the mailbox. Null: created before this was stored, until the
     * next start.
     */
    isMailed: boolean("is_mailed"),
    /** Requested by a link where no mail goes out: its token opens nothing until an owner or admin approves. */
    awaitsApproval: boolean("awaits_approval").notNull().default(false),
    createdAt: createdAt(),
    /** When the latest mail was sent. */
    sentAt: at("sent_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("invitations_token").on(t.tokenHash),
    uniqueIndex("invitations_pending").on(t.workspaceId, t.email).where(sql`state = 'pending'`),
    index("invitations_ended").on(t.endedAt),
  ],
);

/** A link whose holders may request an invitation, until it expires or is revoked. */
export const invitationLinks = pgTable(
  "invitation_links",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** SHA-256 of the token in the link, hex. */
    tokenHash: text("token_hash").notNull(),
    last4: text("last4").notNull(),
    membership: text("membership").$type<Membership>().notNull(),
    createdBy: uuid("created_by"),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
    /** The number of people who joined by this link. */
    joined: integer("joined").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), uniqueIndex("invitation_links_token").on(t.tokenHash)],
);
