import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Membership } from "../../../shared/domain/access.ts";
import { workspaces } from "./accounts.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

/**
 * An invitation of a mail address to the workspace. 'accepted' and 'revoked' are final states; after `expiresAt` the invitation
 * is expired.
 */
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
    /** SHA-256 of the mailed token, hex. */
    tokenHash: text("token_hash").notNull(),
    /** The person who sent the invitation or created the link; null if the invited person joined by mail domain. */
    invitedBy: uuid("invited_by"),
    /** The invitation link by which the invitation was requested. Revoking the link revokes the invitation. */
    linkId: uuid("link_id"),
    /**
     * True: the token was sent by mail only, so using the token proves the address. Null: the row is older than this column;
     * the next start sets the value.
     */
    isMailed: boolean("is_mailed"),
    /**
     * The invitation was requested by a link in an installation without mail: the token works only after an owner or admin
     * approves.
     */
    awaitsApproval: boolean("awaits_approval").notNull().default(false),
    createdAt: createdAt(),
    /** When the latest mail was sent. */
    sentAt: timestamptz("sent_at").notNull().defaultNow(),
    expiresAt: timestamptz("expires_at").notNull(),
    endedAt: timestamptz("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("invitations_token").on(t.tokenHash),
    uniqueIndex("invitations_pending").on(t.workspaceId, t.email).where(sql`state = 'pending'`),
    index("invitations_ended").on(t.endedAt),
  ],
);

/** A link with which people request an invitation, until it expires or is revoked. */
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
    expiresAt: timestamptz("expires_at").notNull(),
    revokedAt: timestamptz("revoked_at"),
    /** The number of people who joined by this link. */
    joined: integer("joined").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), uniqueIndex("invitation_links_token").on(t.tokenHash)],
);
