import type { AccountIds } from "./oauth-queries.ts";

/** The id of a person in a workspace, for the authorization server. */
export const formatAccountId = ({ workspaceId, userId }: AccountIds): string => `${workspaceId}.${userId}`;

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const ACCOUNT_ID = new RegExp(`^(${ID})\\.(${ID})$`);

/** Parses an account id; null when it is invalid. */
export function parseAccountId(accountId: unknown): AccountIds | null {
  const [, workspaceId, userId] = (typeof accountId === "string" && ACCOUNT_ID.exec(accountId)) || [];
  return workspaceId && userId ? { workspaceId, userId } : null;
}
