import { type DestinationStream, type Logger, pino } from "pino";
import { safeDatabaseError } from "./db/pool.ts";
import type { Env } from "./env.ts";

/** Names under which a secret could come along in something that is logged; one level deep, any object. */
const SECRET_NAMES = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "confirmPassword",
  "currentPassword",
  "newPassword",
  "passwordHash",
  "token",
  "apiKey",
  "accessToken",
  "botToken",
  "appToken",
  "signingSecret",
  "appSecret",
  "clientSecret",
  "secret",
  "secrets",
  "config",
  "body",
  "headers",
];

/** JSON lines on stdout. Bodies, headers and queries are never logged; the list is the second line. */
export function createLogger(env: Pick<Env, "LOG_LEVEL">, destination?: DestinationStream): Logger {
  const options = {
    level: env.LOG_LEVEL,
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: "[secret]" },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A driver's error carries the statement and its parameters: neither is logged. */
function describeError(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const error = safeDatabaseError(thrown);
  return {
    type: error.name,
    message: error.message,
    ...("code" in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause instanceof Error && error === thrown && { cause: describeError(error.cause) }),
  };
}
