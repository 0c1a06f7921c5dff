import { isHandle } from "../../connectors/oauth.ts";
import type { KeyRing } from "../secrets/key-ring.ts";

/** A grant of a workspace. */
export interface GrantRef {
  workspaceId: string;
  id: string;
}

const PURPOSE = "platform grant";
const proofOf = (secrets: Pick<KeyRing, "hmac">, { workspaceId, id }: GrantRef) =>
  secrets.hmac(`${workspaceId} ${id}`, PURPOSE);

/**
 * A connector's configuration holds this handle instead of the token. It is signed, so that nobody can write one into a
 * form.
 */
export const createHandle = (secrets: Pick<KeyRing, "hmac">, ref: GrantRef): string =>
  `granted.${ref.workspaceId}.${ref.id}.${proofOf(secrets, ref)}`;

/** Null for any other text. */
export function openHandle(secrets: Pick<KeyRing, "hmac">, text: string): GrantRef | null {
  if (!isHandle(text)) return null;
  const [, workspaceId = "", id = ""] = text.split(".");
  const ref = { workspaceId, id };
  return createHandle(secrets, ref) === text ? ref : null;
}
