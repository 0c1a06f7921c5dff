import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, createdAt, workspaceId } from "./columns.ts";

/** The authenticator app of a person (RFC 6238). It is active once `confirmedAt` is set. */
export const secondFactors = pgTable(
  "second_factors",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    secretSealed: text("secret_sealed").notNull(),
    confirmedAt: at("confirmed_at"),
    /** The 30-second step of the last accepted code: neither it nor an earlier one is accepted again. */
    lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId] }),
    foreignKey({
      name: "second_factors_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);

/** Each code opens the account once, in place of a code of the app. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    /** SHA-256, hex, of 80 random bits. */
    codeHash: text("code_hash").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.userId, t.codeHash] }),
    foreignKey({
      name: "recovery_codes_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);

/**
 * Security events for the operator: who attempted what. A trigger prevents every change of a row, and its deletion
 * before 29 days are over: within 30 nothing of a deleted account may be left. No names and no mail addresses.
 */
export const securityEvents = pgTable(
  "security_events",
  {
    id: uuid("id").primaryKey(),
    at: at("at").notNull().defaultNow(),
    kind: text("kind").notNull(),
    /** The person's id; where nobody is signed in, a keyed hash of the mail address that was tried. */
    account: text("account"),
    workspace: uuid("workspace"),
    ip: text("ip"),
    method: text("method"),
    /** The route's pattern, never the actual path. */
    route: text("route"),
    status: integer("status"),
    requestId: text("request_id"),
  },
  (t) => [index("security_events_at").on(t.at)],
);
