import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { createdAt, timestamptz, workspaceId } from "./columns.ts";

/** A person's authenticator app (RFC 6238). The app is active once `confirmedAt` is set. */
export const secondFactors = pgTable(
  "second_factors",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    secretSealed: text("secret_sealed").notNull(),
    confirmedAt: timestamptz("confirmed_at"),
    /** The 30-second step of the last accepted code; earlier and equal steps are refused. */
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

/** Recovery codes. Each code works once, instead of a code from the authenticator app. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    workspaceId: workspaceId(),
    userId: uuid("user_id").notNull(),
    /** SHA-256, hex, of 80 random bits. */
    codeHash: text("code_hash").notNull(),
    usedAt: timestamptz("used_at"),
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
 * Security events for the operator, without names and mail addresses. A trigger prevents every change of a row, and its
 * deletion within 29 days. After 30 days nothing of a deleted account may remain.
 */
export const securityEvents = pgTable(
  "security_events",
  {
    id: uuid("id").primaryKey(),
    at: timestamptz("at").notNull().defaultNow(),
    kind: text("kind").notNull(),
    /** The person's id; without a session, a keyed hash of the mail address that was entered. */
    account: text("account"),
    workspace: uuid("workspace"),
    ip: text("ip"),
    method: text("method"),
    /** The route's pattern, never the requested path. */
    route: text("route"),
    status: integer("status"),
    requestId: text("request_id"),
  },
  (t) => [index("security_events_at").on(t.at)],
);
