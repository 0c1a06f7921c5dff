import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { safeDatabaseError } from "./db/pool.ts";
import type { Env } from "./env.ts";
import { noteLoggedError } from "./telemetry/error-reports.ts";
import { getWorkContext } from "./telemetry/work-context.ts";

/** Names of logged fields that may contain a secret. They are hidden one level deep in any object. */
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

const ERROR_LEVEL = 50;
const FATAL_LEVEL = 60;

/**
 * Creates the logger. It writes JSON lines to stdout, with the ids of request and job. Bodies, headers and queries are
 * never logged; the list of secret names is a second protection.
 */
export function createLogger(env: Pick<Env, "LOG_LEVEL">, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: env.LOG_LEVEL,
    // A request's logger already adds its id.
    mixin(_merged, _level, logger) {
      const { reqId, ...context } = getWorkContext();
      return reqId === undefined || ofRequests.has(logger) ? context : { reqId, ...context };
    },
    hooks: {
      logMethod(given, method, level) {
        if (level >= ERROR_LEVEL) noteError(given, level);
        method.apply(this, given);
      },
    },
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: "[secret]" },
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

const ofRequests = new WeakSet<object>();

/** Fastify's `childLoggerFactory`, which adds no field twice. */
export function getRequestLogger<Parent extends { child(bindings: object, options?: object): object }>(
  parent: Parent,
  bindings: object,
  options: object,
): ReturnType<Parent["child"]> {
  const child = parent.child(bindings, options);
  ofRequests.add(child);
  return child as ReturnType<Parent["child"]>;
}

function noteError([given, sentence]: unknown[], level: number): void {
  const thrown = (given as { err?: unknown } | null)?.err;
  if (!(thrown instanceof Error)) return;
  noteLoggedError({
    level: level >= FATAL_LEVEL ? "fatal" : "error",
    sentence: typeof sentence === "string" ? sentence : "",
    error: safeDatabaseError(thrown),
    context: getWorkContext(),
  });
}

/** Describes an error without the SQL statement and its parameters, which a database driver's error contains. */
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
