import { pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { KeyAudience, KeyScope } from "../../../shared/domain/api-keys.ts";
import { workspaces } from "./accounts.ts";
import { createdAt, timestamptz, workspaceId } from "./columns.ts";

/** A key with which a program reads a workspace through /api/v1 and /mcp. */
export const apiKeys = pgTable(
  "api_keys",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** The key's first characters, which people use to recognise it. */
    prefix: text("prefix").notNull(),
    last4: text("last4").notNull(),
    /** SHA-256 of the key, in hex. */
    keyHash: text("key_hash").notNull(),
    scopes: text("scopes").array().$type<KeyScope[]>().notNull(),
    audience: text("audience").$type<KeyAudience>().notNull(),
    /** Network addresses and networks from which the key is accepted; empty for everywhere. */
    addresses: text("addresses").array().notNull(),
    expiresAt: timestamptz("expires_at"),
    /** The person who created the key. The key has at most this person's rights, and ends with this person's access. */
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), uniqueIndex("api_keys_hash").on(t.keyHash)],
);
