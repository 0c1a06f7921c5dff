import { APICallError } from "ai";
import { Unreachable } from "../../connectors/errors.ts";

/**
 * The reason of a failed call in the product's own words. Responses of providers and messages of libraries are never passed on.
 */
export interface CallFailure {
  /** The kind of failure. `off`: a retry is useless before a person changes something. */
  reason: "limit" | "outage" | "off" | "refused" | "aborted";
  problem: string;
  /** The pause before a retry that the provider requests; null if the provider names none. */
  waitMs: number | null;
  /** The provider may have processed and billed the call. */
  mayBeBilled: boolean;
  /** Response headers, which contain the provider's rate limits. */
  headers?: Record<string, string>;
}

const NO_MONEY = new Set([
  "insufficient_quota",
  "credit_balance_exhausted",
  "project_spend_limit_exceeded",
  "organization_spend_limit_exceeded",
  "billing_error",
]);
/** Messages by which providers and model servers report that a question exceeds the context window. */
const TOO_LONG = /context[ _](?:length|window|size)|prompt is too long/i;
const REFUSED = new Set(["content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation"]);

export function toCallFailure(error: unknown, idleMs: number, now = Date.now()): CallFailure {
  if (error instanceof Error && error.name === "TimeoutError") {
    const problem = `The model did not answer within ${Math.round(idleMs / 1000)} seconds.`;
    return { reason: "outage", problem, waitMs: null, mayBeBilled: true };
  }
  if (error instanceof Error && error.name === "AbortError")
    return { reason: "aborted", problem: "Nobody waited for the answer.", waitMs: null, mayBeBilled: true };
  const status = APICallError.isInstance(error) ? (error.statusCode ?? 0) : 0;
  const wasAnswered = status >= 200 && status < 300;
  if (APICallError.isInstance(error) && status && !wasAnswered) return failureOfStatus(status, error, now);
  const unreachable = error instanceof Unreachable ? error : error instanceof Error ? error.cause : null;
  const problem = unreachable instanceof Unreachable ? unreachable.message : "The model's answer could not be read.";
  return { reason: "outage", problem, waitMs: null, mayBeBilled: wasAnswered };
}

type ErrorAnswer = Pick<APICallError, "responseHeaders" | "responseBody">;

function failureOfStatus(
  status: number,
  { responseHeaders = {}, responseBody }: ErrorAnswer,
  now: number,
): CallFailure {
  const codes = codesOf(responseBody);
  const failure = (reason: CallFailure["reason"], problem: string, waitMs: number | null = null): CallFailure => ({
    reason,
    problem,
    waitMs,
    mayBeBilled: false,
    headers: responseHeaders,
  });
  if (status === 402 || codes.some((code) => NO_MONEY.has(code)))
    return failure("off", "The account at the provider has no credit left. Its owner can add some there.");
  if (codes.some((code) => REFUSED.has(code))) return failure("refused", "The provider's filter refused the question.");
  if (status === 401 || status === 403)
    return failure(
      "off",
      "The provider refused the key. Check it under Language Model, or LLM_API_KEY where the operator set it.",
    );
  if (status === 404)
    return failure("off", "The provider does not know the model. The operator can check LLM_MODEL and LLM_BASE_URL.");
  if (status === 400 && isTooLong(responseBody))
    return failure(
      "refused",
      "The question is longer than the model's window. The operator can set LLM_CONTEXT_TOKENS to its real size.",
    );
  const waitMs = waitOf(responseHeaders, responseBody, now);
  if (status === 429) return failure("limit", "The provider takes no more calls at the moment (429).", waitMs);
  if (status === 408 || status === 409 || status >= 500)
    return failure("outage", `The provider answered with an error (${status}).`, waitMs);
  return failure("off", `The provider does not take the question as it is asked (${status}).`);
}

const MOST_BODY = 20_000;

interface ErrorBody {
  code?: unknown;
  type?: unknown;
  status?: unknown;
  message?: unknown;
  innererror?: { code?: unknown };
  details?: { retryDelay?: unknown }[];
}
interface Body {
  /** Ollama sends the error as plain text. */
  error?: ErrorBody | string | null;
}

function bodyOf(text: string | undefined): ErrorBody | undefined {
  if (!text || text.length > MOST_BODY) return undefined;
  try {
    const body = JSON.parse(text) as Body | Body[];
    const error = (Array.isArray(body) ? body[0] : body)?.error ?? undefined;
    return typeof error === "string" ? { message: error } : error;
  } catch {
    return undefined;
  }
}

function isTooLong(text: string | undefined): boolean {
  const error = bodyOf(text);
  return [error?.code, error?.message].some((words) => typeof words === "string" && TOO_LONG.test(words));
}

function codesOf(text: string | undefined): string[] {
  const error = bodyOf(text);
  return [error?.code, error?.type, error?.status, error?.innererror?.code].filter((code) => typeof code === "string");
}

/**
 * Reads the pause that the provider requests from headers, Google's details, OpenAI's message, or the reset time of its limits.
 */
function waitOf(headers: Record<string, string>, text: string | undefined, now: number): number | null {
  const error = bodyOf(text);
  const details = Array.isArray(error?.details) ? error.details : [];
  const sentence =
    typeof error?.message === "string" ? /try again in ((?:\d+(?:\.\d+)?(?:ms|s|m|h))+)/i.exec(error.message) : null;
  const waits = [
    milliseconds(headers["retry-after-ms"], 1),
    milliseconds(headers["retry-after"], 1000) ?? until(headers["retry-after"], now),
    ...details.map((detail) => parseDuration(String(detail?.retryDelay ?? ""))),
    parseDuration(sentence?.[1]),
  ].filter((wait) => wait !== null);
  return waits.length > 0 ? Math.max(0, ...waits) : null;
}

function milliseconds(value: string | undefined, factor: number): number | null {
  const number = Number(value);
  return value === undefined || value.trim() === "" || !Number.isFinite(number) ? null : number * factor;
}

function until(value: string | undefined, now: number): number | null {
  const date = Date.parse(value ?? "");
  return Number.isNaN(date) ? null : date - now;
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Parses '31s', '1.5s', '6m0s' and '120ms'; null for anything else. */
export function parseDuration(text: string | undefined): number | null {
  if (!text || !/^(?:\d+(?:\.\d+)?(?:ms|s|m|h))+$/.test(text)) return null;
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)].reduce(
    (sum, [, number, unit = "s"]) => sum + Number(number) * (UNITS[unit] ?? 0),
    0,
  );
}

/**
 * True if an immediate retry is useful. A call that timed out is not retried, because it would block the work as long again.
 */
export const isTransient = ({ reason, mayBeBilled }: { reason: string; mayBeBilled: boolean }) =>
  (reason === "limit" || reason === "outage") && !mayBeBilled;

/** True if the caller canceled the call for another reason than the time limit. */
export const isCanceledByCaller = ({ signal }: { signal?: AbortSignal }) =>
  signal?.aborted === true && signal.reason?.name !== "TimeoutError";
