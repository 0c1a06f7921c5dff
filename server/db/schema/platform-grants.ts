import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { GrantFacts } from "../../../connectors/oauth.ts";
import type { OwnAccountPage } from "../../../shared/contract/own-accounts.ts";
import { sessions, users, workspaces } from "./accounts.ts";
import { createdAt, id, timestamptz, workspaceId } from "./columns.ts";

/** A person's OAuth grant to the operator's app at a platform. Integrations refer to it. */
export const platformGrants = pgTable(
  "platform_grants",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    /** The platform's name, as in its manifest. */
    platform: text("platform").notNull(),
    /** Access and refresh token as encrypted JSON; '' once the grant has ended. */
    tokensSealed: text("tokens_sealed").notNull(),
    /** When the access token expires; null for never. */
    expiresAt: timestamptz("expires_at"),
    renewedAt: timestamptz("renewed_at").notNull().defaultNow(),
    /** Until when one process has the right to renew the token; other processes do not renew it meanwhile. */
    renewingUntil: timestamptz("renewing_until"),
    scopes: text("scopes").array().notNull(),
    /** The platform's id of the account that was granted: a team, a site or a workspace. */
    accountId: text("account_id").notNull(),
    accountName: text("account_name").notNull(),
    /** The same id while the grant is valid, if only this workspace may use the account. */
    soleAccount: text("sole_account"),
    facts: jsonb("facts").$type<GrantFacts>().notNull().default({}),
    /** The person who gave the grant; null once that person is gone. */
    grantedBy: uuid("granted_by"),
    /** The person who acts at the platform with this account of their own; null for a grant of the workspace's integrations. */
    personId: uuid("person_id"),
    /** The reason, as a sentence, why the grant ended; null while it is valid. */
    endedBecause: text("ended_because"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    uniqueIndex("platform_grants_sole").on(t.platform, t.soleAccount),
    uniqueIndex("platform_grants_person").on(t.workspaceId, t.personId, t.platform),
    foreignKey({
      name: "platform_grants_of_person",
      columns: [t.workspaceId, t.personId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);

/**
 * An unfinished OAuth authorization of a person at a platform. It is used once, within ten minutes, by the session that started
 * it.
 */
export const platformAttempts = pgTable(
  "platform_attempts",
  {
    workspaceId: workspaceId(),
    stateHash: text("state_hash").notNull(),
    sessionHash: text("session_hash").notNull(),
    userId: uuid("user_id").notNull(),
    platform: text("platform").notNull(),
    /** The integration to reconnect; null for a new one. */
    integrationId: uuid("integration_id"),
    /** The person connects an account of their own, and comes back to this page; null for an integration. */
    ownAccountFrom: text("own_account_from").$type<OwnAccountPage>(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.stateHash] }),
    index("platform_attempts_state").on(t.stateHash),
    foreignKey({
      name: "platform_attempts_session",
      columns: [t.sessionHash],
      foreignColumns: [sessions.tokenHash],
    }).onDelete("cascade"),
    foreignKey({
      name: "platform_attempts_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
  ],
);
