import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { Env } from "../env.ts";
import { VERSION } from "../version.ts";
import type { WorkContext } from "./work-context.ts";

/** An error written to the log. */
export interface LoggedError {
  level: "error" | "fatal";
  /** The sentence of the log line, which is a constant in the product's code. */
  sentence: string;
  error: Error;
  context: WorkContext;
}

export type ErrorReportSettings = Pick<Env, "SENTRY_DSN" | "SENTRY_ENVIRONMENT">;

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const MOST_PER_MINUTE = 60;
const LONGEST_STOP_MS = 2_000;
const FRAME = /^\s+at (?:(?:async )?(.+?) \()?(?:file:\/\/)?(\/[^():]+|node:[\w/.]+):(\d+):(\d+)\)?$/;

let report: ((logged: LoggedError) => void) | null = null;

/** Called for each logged error; does nothing unless `SENTRY_DSN` is set. */
export const noteLoggedError = (logged: LoggedError): void => report?.(logged);

/**
 * Sends logged errors to a server with Sentry's protocol (https://develop.sentry.dev/sdk/foundations/transport/envelopes/), at
 * most 60 a minute. Sends only an error's name, code and stack in the product's code, and the ids of request and job; no
 * message, value or text of people. Returns a function that stops sending.
 */
export function startErrorReports(env: ErrorReportSettings, fetch: typeof globalThis.fetch): () => Promise<void> {
  if (!env.SENTRY_DSN) return async () => undefined;
  const { url, key } = readDsn(env.SENTRY_DSN.reveal());
  const headers = {
    "content-type": "application/x-sentry-envelope",
    "x-sentry-auth": `Sentry sentry_version=7, sentry_client=lorekeep/${VERSION}, sentry_key=${key}`,
  };
  const underWay = new Set<Promise<unknown>>();
  let minute = 0;
  let sent = 0;
  const send = (logged: LoggedError) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, sent] = [now, 0];
    if (sent >= MOST_PER_MINUTE) return;
    sent += 1;
    const body = envelopeOf(logged, env.SENTRY_ENVIRONMENT);
    // The log still contains a report that cannot be sent.
    const call = fetch(url, { method: "POST", headers, body })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined)
      .finally(() => underWay.delete(call));
    underWay.add(call);
  };
  report = send;
  return async () => {
    if (report === send) report = null;
    const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_STOP_MS).unref());
    await Promise.race([Promise.all(underWay), late]);
  };
}

/** Parses `https://KEY@HOST/PATH/PROJECT`, from which the URL for envelopes is derived. */
function readDsn(dsn: string): { url: string; key: string } {
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, path = "", project = ""] = /^(.*)\/([^/]+)\/?$/.exec(pathname) ?? [];
  return { url: `${protocol}//${host}${path}/api/${project}/envelope/`, key: username };
}

function envelopeOf({ level, sentence, error, context }: LoggedError, environment: string): string {
  const id = randomUUID().replaceAll("-", "");
  const { traceId, ...tags } = context;
  const event = {
    event_id: id,
    timestamp: Date.now() / 1000,
    platform: "node",
    level,
    release: `lorekeep@${VERSION}`,
    environment,
    logentry: { formatted: sentence },
    tags,
    exception: {
      values: [{ type: error.name, value: codeOf(error), stacktrace: { frames: framesOf(error.stack ?? "") } }],
    },
    ...(traceId && { contexts: { trace: { trace_id: traceId, span_id: id.slice(0, 16) } } }),
  };
  return [{ event_id: id, sent_at: new Date().toISOString() }, { type: "event" }, event]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

/** Sends only the error's code (ECONNRESET, 23505), because messages may quote their input. */
function codeOf(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  return /^[\w.-]{1,60}$/.test(code) ? code : "The message is in the log.";
}

/** Returns the stack's lines that have a location, oldest first, as the protocol requires. */
function framesOf(stack: string) {
  const frames = stack.split("\n").flatMap((line) => {
    const [, name = "anonymous", file, lineno, colno] = FRAME.exec(line) ?? [];
    if (!file) return [];
    const isOurs = file.startsWith(PROJECT) && !file.includes("/node_modules/");
    return [
      {
        function: name,
        filename: file.startsWith(PROJECT) ? `app:///${file.slice(PROJECT.length)}` : file,
        lineno: Number(lineno),
        colno: Number(colno),
        in_app: isOurs,
      },
    ];
  });
  return frames.toReversed();
}
