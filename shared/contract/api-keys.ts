import { z } from "zod";
import { KEY_AUDIENCES, KEY_SCOPES, LONGEST_KEY_NAME, MOST_KEY_ADDRESSES } from "../domain/api-keys.ts";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId, text } from "./endpoint.ts";

export const apiKey = z.object({
  id: rowId,
  name: z.string(),
  /** The key's first and last characters, because nobody can read the key again. */
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  audience: z.enum(KEY_AUDIENCES),
  addresses: z.array(z.string()),
  /** When the key expires; null for never. */
  expiresAt: moment.nullable(),
  isExpired: z.boolean(),
  /** The name of the person who created the key. */
  createdBy: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const newKey = z.strictObject({
  name: requiredText(LONGEST_KEY_NAME),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1, "Choose at least one."),
  audience: z.enum(KEY_AUDIENCES),
  /** '203.0.113.7' or '203.0.113.0/24'; if empty, the key works from everywhere. */
  addresses: z.array(text(50)).max(MOST_KEY_ADDRESSES, `At most ${MOST_KEY_ADDRESSES}.`),
  /** The days until the key expires; null for never. */
  days: z.int().min(1).max(365).nullable(),
});
export type NewKey = z.infer<typeof newKey>;

export const apiKeyEndpoints = {
  "GET /api/api-keys": {
    summary: "The keys by which programs read the workspace",
    access: "session",
    needs: ["read", "api-keys"],
    response: z.array(apiKey),
  },
  "POST /api/api-keys": {
    summary: "A new key: this answer alone holds it",
    access: "session",
    needs: ["change", "api-keys"],
    body: newKey,
    response: z.object({ id: rowId, key: z.string() }),
  },
  "DELETE /api/api-keys/:id": {
    summary: "Revoke a key: whatever uses it is refused from now on",
    access: "session",
    needs: ["change", "api-keys"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
