import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { KeyScope } from "../../../shared/domain/api-keys.ts";
import { users } from "./accounts.ts";
import { createdAt, timestamptz, workspaceId } from "./columns.ts";

/** Programs that registered themselves as OAuth clients but are not connected yet. They belong to no workspace. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: text("id").primaryKey(),
    /** The name that the program gives itself. */
    name: text("name").notNull(),
    redirectUris: text("redirect_uris").array().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("oauth_clients_created").on(t.createdAt)],
);

/** Consent requests of programs that nobody answered yet. They belong to no workspace until a person answers. */
export const oauthRequests = pgTable("oauth_requests", {
  /** SHA-256 of the browser's cookie, in hex. */
  idHash: text("id_hash").primaryKey(),
  payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
  expiresAt: timestamptz("expires_at").notNull(),
});

/** A program that a person connected. The program reads one workspace with this person's rights. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    workspaceId: workspaceId(),
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    clientId: text("client_id").notNull(),
    /** The name that the program gave itself when it was connected. */
    clientName: text("client_name").notNull(),
    /** The host to which the browser was redirected. */
    redirectHost: text("redirect_host").notNull(),
    scopes: text("scopes").array().$type<KeyScope[]>().notNull(),
    /** The resource for which the program's tokens are valid (RFC 8707). */
    resource: text("resource").notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    foreignKey({
      name: "oauth_grants_user",
      columns: [t.workspaceId, t.userId],
      foreignColumns: [users.workspaceId, users.id],
    }).onDelete("cascade"),
    uniqueIndex("oauth_grants_id").on(t.id),
    index("oauth_grants_client").on(t.clientId),
  ],
);

/** Codes and tokens of connected programs, valid as long as their grant. */
export const oauthTokens = pgTable(
  "oauth_tokens",
  {
    workspaceId: workspaceId(),
    /** SHA-256 of the code or token, hex. */
    idHash: text("id_hash").notNull(),
    kind: text("kind").$type<"AuthorizationCode" | "AccessToken" | "RefreshToken">().notNull(),
    grantId: uuid("grant_id").notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    /** When the code or token was used: a code or refresh token works once, and a second use ends the grant. */
    consumedAt: timestamptz("consumed_at"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.idHash] }),
    foreignKey({
      name: "oauth_tokens_grant",
      columns: [t.workspaceId, t.grantId],
      foreignColumns: [oauthGrants.workspaceId, oauthGrants.id],
    }).onDelete("cascade"),
    uniqueIndex("oauth_tokens_hash").on(t.idHash),
    index("oauth_tokens_of").on(t.workspaceId, t.grantId),
    index("oauth_tokens_expired").on(t.expiresAt),
  ],
);
