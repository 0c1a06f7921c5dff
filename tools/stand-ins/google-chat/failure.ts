const HTTP_STATUS = {
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
} as const;

/** https://cloud.google.com/apis/design/errors */
export class GoogleChatFailure extends Error {
  readonly code: number;
  readonly body: object;
  constructor(status: keyof typeof HTTP_STATUS, message: string, info?: { reason: string; metadata?: object }) {
    super(message);
    this.code = HTTP_STATUS[status];
    const details = info && [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", domain: "googleapis.com", ...info },
    ];
    this.body = { error: { code: this.code, message, status, ...(details && { details }) } };
  }
}
