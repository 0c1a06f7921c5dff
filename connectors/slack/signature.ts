import { createHmac, timingSafeEqual } from "node:crypto";

/** Either way: Slack's own library takes a time in the future, we do not. */
const REPLAY_WINDOW_SECONDS = 300;

/**
 * Whether these very bytes were signed with the secret, at most five minutes ago. Takes the same time for every wrong answer.
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
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

/** Has the form of a signature, made at most five minutes ago. */
export const looksSigned = (headers: Readonly<Record<string, unknown>>, nowMs: number): boolean =>
  /^v0=[0-9a-f]{64}$/.test(String(headers["x-slack-signature"] ?? "")) &&
  isFresh(String(headers["x-slack-request-timestamp"] ?? ""), nowMs);

const isFresh = (timestamp: string, nowMs: number) =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1000 - Number(timestamp)) <= REPLAY_WINDOW_SECONDS;
