import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const BYTES = 32;

export const createSigningSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

export interface SignedMessage {
  id: string;
  /** The time of the signature, in seconds since 1970. */
  timestamp: number;
  body: string;
}

/** Signs by the Standard Webhooks specification, once with each secret: https://www.standardwebhooks.com */
export function signHeaders(
  { id, timestamp, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const sign = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
      .update(`${id}.${timestamp}.${body}`)
      .digest("base64");
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
