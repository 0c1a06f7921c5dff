import type { FastifyReply } from "fastify";

const HTTP_STATUS = {
  BadRequest: 400,
  ValidationError: 400,
  InvalidAuthenticationToken: 401,
  Forbidden: 403,
  NotFound: 404,
  ResourceNotFound: 404,
  SyncStateNotFound: 410,
  TooManyRequests: 429,
} as const;

/** https://learn.microsoft.com/graph/errors */
export class GraphFailure extends Error {
  readonly status: number;
  readonly body: object;
  readonly retryAfter: number | null;
  constructor(code: keyof typeof HTTP_STATUS, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = HTTP_STATUS[code];
    this.retryAfter = retryAfter;
    this.body = buildErrorBody(code, message);
  }
}

export function buildErrorBody(code: string, message: string): object {
  const request = "00000000-0000-0000-0000-000000000000";
  const innerError = { date: new Date(0).toISOString(), "request-id": request, "client-request-id": request };
  return { error: { code, message, innerError } };
}

/** Sends the result of `work`, or its error in Microsoft's format. */
export async function answerOrFail(reply: FastifyReply, work: () => object | Promise<object>): Promise<object> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    if (error.retryAfter !== null) reply.header("retry-after", String(error.retryAfter));
    return reply.code(error.status).send(error.body);
  }
}
