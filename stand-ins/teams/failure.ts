const HTTP_STATUS = {
  BadRequest: 400,
  InvalidAuthenticationToken: 401,
  Forbidden: 403,
  NotFound: 404,
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
    this.body = errorBody(code, message);
  }
}

export function errorBody(code: string, message: string): object {
  const request = "00000000-0000-0000-0000-000000000000";
  const innerError = { date: new Date(0).toISOString(), "request-id": request, "client-request-id": request };
  return { error: { code, message, innerError } };
}
