import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { ConnectorError, RateLimited } from "../../connectors/errors.ts";
import type { ErrorBody } from "../../shared/contract/endpoint.ts";
import { DatabaseFailure, safeDatabaseError } from "../db/pool.ts";
import { AppError, HTTP_STATUS } from "../errors.ts";
import { CannotDecrypt } from "../secrets/key-ring.ts";
import { MAX_BODY_BYTES } from "./body-parser.ts";
import { setPlainIssueMessages } from "./plain-issues.ts";
import { explainFailedWrite } from "./readiness.ts";

interface Answer {
  status: number;
  code: string;
  message: string;
  fields?: ErrorBody["fields"];
  subscriptionExpired?: boolean | undefined;
  retryAfterSeconds?: number | undefined;
  details?: string | undefined;
}

/** Turns all errors into answers. People read a sentence, never a database driver's message. */
export function handleErrors(app: FastifyInstance): void {
  setPlainIssueMessages();
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toErrorResponse(error, request.id);
  if (answer.status >= 500) request.log.error({ err: error }, "A request failed");
  if (answer.retryAfterSeconds) reply.header("retry-after", answer.retryAfterSeconds);
  const body: ErrorBody = {
    message: answer.message,
    error: answer.message,
    code: answer.code,
    requestId: request.id,
    ...(answer.fields && { fields: answer.fields }),
    ...(answer.subscriptionExpired && { subscriptionExpired: true }),
    ...(answer.details && { details: answer.details }),
  };
  // Bypasses the route's serializer, which knows only the schema of a successful answer.
  return reply
    .code(answer.status)
    .type("application/json; charset=utf-8")
    .serializer((payload: string) => payload)
    .send(JSON.stringify(body));
}

export function toErrorResponse(error: unknown, requestId: string): Answer {
  if (error instanceof AppError) {
    return { status: HTTP_STATUS[error.code], code: error.code, message: error.message, ...error.details };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return wrongFields(error.validation);
  if (error instanceof ConnectorError) {
    const retryAfterSeconds = error instanceof RateLimited ? Math.ceil(error.retryAfterMs / 1000) : undefined;
    return { status: HTTP_STATUS.upstream, code: error.code, message: error.message, retryAfterSeconds };
  }
  if (error instanceof CannotDecrypt) {
    const message = "Its stored credentials cannot be read with the keys of this installation. Enter them again.";
    return { status: HTTP_STATUS.conflict, code: "conflict", message };
  }
  const safe = safeDatabaseError(error);
  if (safe instanceof DatabaseFailure) return ofDatabase(safe, requestId, explainFailedWrite(error));
  return ofFramework(error as Partial<FastifyError>) ?? internal(requestId);
}

function wrongFields(issues: { instancePath: string; message?: string }[]): Answer {
  const fields = issues.map(({ instancePath, message = "Not accepted." }) => ({
    path: instancePath.replace(/^\//, "").replaceAll("/", "."),
    message,
  }));
  const sentences = fields.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return { status: 400, code: "invalid", message: `Please check your input. ${sentences.join(" ")}`, fields };
}

function ofDatabase({ code }: DatabaseFailure, requestId: string, outage: string | null): Answer {
  // 22021, 22P02, 22P05: the value does not fit its type. https://www.postgresql.org/docs/18/errcodes-appendix.html
  if (code && code.startsWith("22"))
    return { status: 400, code: "invalid", message: "A value cannot be stored as it is." };
  if (code === "23505") return { status: 409, code: "conflict", message: "This exists already." };
  if (code && /^(23|42)/.test(code)) return internal(requestId);
  return {
    status: 503,
    code: "unavailable",
    message: outage
      ? `${outage} Nothing was changed; try again later.`
      : "The database cannot answer at the moment. Nothing was changed; try again in a moment.",
    retryAfterSeconds: outage ? 30 : 2,
  };
}

const SENTENCES: Record<number, string> = {
  400: "The request cannot be understood.",
  404: "This address does not exist.",
  405: "This address does not accept this kind of request.",
  413: `The data is larger than ${MAX_BODY_BYTES / 1024} KB.`,
  414: "The address is too long.",
  415: "Send the data as JSON (content-type application/json).",
  431: "The headers are too large.",
};

function ofFramework({ code, statusCode = 500 }: Partial<FastifyError>): Answer | null {
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY" || (statusCode === 400 && code === undefined))
    return { status: 400, code: "invalid", message: "The data is not valid JSON." };
  if (code?.startsWith("FST_") && statusCode === 503)
    return {
      status: 503,
      code: "unavailable",
      message: "The server is stopping; try again in a moment.",
      retryAfterSeconds: 2,
    };
  if (statusCode < 400 || statusCode >= 500) return null;
  return {
    status: statusCode,
    code: statusCode === 413 ? "too-large" : statusCode === 404 ? "not-found" : "invalid",
    message: SENTENCES[statusCode] ?? "The request cannot be understood.",
  };
}

function internal(requestId: string): Answer {
  return {
    status: 500,
    code: "internal",
    message: `An error occurred. The server log has the details under ${requestId}.`,
  };
}
