import { createHmac, timingSafeEqual } from "node:crypto";

/** The largest age of a signature. It applies to future times too, which Slack's own library would accept. */
const REPLAY_WINDOW_SECONDS = 300;

/**
 * Whether these bytes were signed with the secret within the last five minutes. A wrong signature always takes the same
 * time. https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function isSigned(
  { body, headers }: { body: Uint8Array; headers: Readonly<Record<string, unknown>> },
  signingSecret: string,
  nowMs: number,
): boolean {
  const timestamp = String(headers["x-slack-request-timestamp"] ?? "");
  const given = Buffer.from(String(headers["x-slack-signature"] ?? ""));
  const digest = createHmac("sha256", signingSecret).update(`v0:${timestamp}:`).update(body).digest("hex");
  const wanted = Buffer.from(`v0=${digest}`);
  const isSame = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isSame && isFresh(timestamp, nowMs) && signingSecret !== "";
}

/** Whether the headers look like a signature from the last five minutes. */
export const hasRecentSignature = (headers: Readonly<Record<string, unknown>>, nowMs: number): boolean =>
  /^v0=[0-9a-f]{64}$/.test(String(headers["x-slack-signature"] ?? "")) &&
  isFresh(String(headers["x-slack-request-timestamp"] ?? ""), nowMs);

const isFresh = (timestamp: string, nowMs: number) =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= REPLAY_WINDOW_SECONDS;
