import type * as z from "zod";
import { ConnectorError, NoAnswer, TooLarge, Unreachable } from "./errors.ts";

/** The server's guarded `fetch`. Tests use the plain `fetch`. */
export type Fetch = typeof globalThis.fetch;

export interface HttpCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers: Record<string, string>;
  /** The body, sent as JSON. */
  body?: unknown;
  /** The body, sent as `application/x-www-form-urlencoded` in place of `body`. */
  form?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  text: string;
  /** Whether the request could have changed anything on the platform. */
  isWrite: boolean;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;
/** The pause when a platform sends no Retry-After. */
const DEFAULT_RETRY_AFTER_MS = 30_000;

/**
 * Sends a request and returns the response, even an error status. Throws `Unreachable` if no response arrives. Never
 * follows redirects.
 */
export async function sendRequest(
  {
    fetch,
    platform,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  }: { fetch: Fetch; platform: string; timeoutMs?: number | undefined },
  call: HttpCall,
): Promise<HttpResponse> {
  const isWrite = call.method !== "GET";
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: {
        accept: "application/json",
        ...(call.body !== undefined && { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      ...(call.form && { body: new URLSearchParams(call.form) }),
      redirect: "manual",
      signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
    });
    return { status: response.status, headers: response.headers, text: await readCapped(response, isWrite), isWrite };
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause;
    call.signal?.throwIfAborted();
    const options = { cause, mayHaveHappened: isWrite && !wasNeverSent(cause) };
    if (timeout.aborted) throw new NoAnswer(`${platform} did not answer in ${timeoutMs / 1000} seconds.`, options);
    throw new Unreachable(`${platform} could not be reached.`, options);
  }
}

/** Marks an error as without effect. For calls that change no customer data, such as requesting a token. */
export function rethrowAsWithoutEffect(error: unknown): never {
  if (!(error instanceof Unreachable)) throw error;
  throw new Unreachable(error.message, { cause: error, mayHaveHappened: false });
}

/** Parses the JSON of a successful response. Throws `Unreachable` if it does not match the platform's documentation. */
export function readJson<Schema extends z.ZodType>(
  answer: HttpResponse,
  schema: Schema,
  platform: string,
): z.output<Schema> {
  const parsed = schema.safeParse(parseJsonIfValid(answer.text));
  if (parsed.success) return parsed.data;
  throw new Unreachable(`${platform} answered with something it does not document.`, {
    mayHaveHappened: answer.isWrite,
  });
}

export function parseJsonIfValid(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the wait that Retry-After demands, in seconds or as a date, at most an hour:
 * https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function parseRetryAfter(headers: Headers, now: number = Date.now()): number {
  const value = headers.get("retry-after")?.trim() ?? "";
  const wanted = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wanted) ? DEFAULT_RETRY_AFTER_MS : Math.min(Math.max(wanted, 0), MAX_RETRY_AFTER_MS);
}

/**
 * Returns the wait in milliseconds after a rate limit was exceeded: from Retry-After, or else from `x-ratelimit-reset`,
 * which is in seconds since 1970.
 */
export function readRateLimitWait(headers: Headers, now: number = Date.now()): number {
  const until = Number(headers.get("x-ratelimit-reset") ?? Number.NaN) * 1000;
  const tells = headers.get("retry-after") === null && Number.isFinite(until);
  return tells ? Math.min(Math.max(until - now, 1_000), MAX_RETRY_AFTER_MS) : parseRetryAfter(headers, now);
}

async function readCapped(response: Response, isWrite: boolean): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES)
      throw new TooLarge(`The answer is larger than ${MAX_ANSWER_BYTES / 1024 / 1024} MB.`, {
        mayHaveHappened: isWrite,
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

function wasNeverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && NEVER_SENT.has(String(error.code))) return true;
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(wasNeverSent);
  return wasNeverSent(error.cause);
}
