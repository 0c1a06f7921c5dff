import { isGrantHandle } from "../../connectors/oauth.ts";
import type { KeyRing } from "../secrets/key-ring.ts";

/** A reference to an OAuth grant of a workspace. */
export interface GrantRef {
  workspaceId: string;
  id: string;
}

const PURPOSE = "platform grant";
const proofOf = (secrets: Pick<KeyRing, "hmac">, { workspaceId, id }: GrantRef) =>
  secrets.hmac(`${workspaceId} ${id}`, PURPOSE);

/**
 * Creates the handle that a connector's configuration contains instead of the access token. The handle is signed, so that
 * nobody can enter one in a form.
 */
export const createGrantHandle = (secrets: Pick<KeyRing, "hmac">, ref: GrantRef): string =>
  `granted.${ref.workspaceId}.${ref.id}.${proofOf(secrets, ref)}`;

/** Reads a handle. Returns null for any other text. */
export function parseGrantHandle(secrets: Pick<KeyRing, "hmac">, text: string): GrantRef | null {
  if (!isGrantHandle(text)) return null;
  const [, workspaceId = "", id = ""] = text.split(".");
  const ref = { workspaceId, id };
  return createGrantHandle(secrets, ref) === text ? ref : null;
}
