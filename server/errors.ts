/** The error for a refused action. The message is a sentence for people. `HTTP_STATUS` maps the code to a status. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly details: AppErrorDetails;
  constructor(code: AppErrorCode, message: string, details: AppErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}

export interface AppErrorDetails {
  fields?: { path: string; message: string }[];
  subscriptionExpired?: boolean;
  retryAfterSeconds?: number;
  /** The platform that blocks the action until then. */
  waitsFor?: string;
  /** The cause, as a separate sentence. */
  details?: string;
}

export const HTTP_STATUS = {
  invalid: 400,
  "not-signed-in": 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  "too-many": 429,
  upstream: 502,
  unavailable: 503,
} as const;
export type AppErrorCode = keyof typeof HTTP_STATUS;

export const invalid = (message: string, fields?: { path: string; message: string }[]) =>
  new AppError("invalid", message, fields ? { fields } : {});
/** The error for a missing row and for a row of another workspace, so that the caller cannot distinguish them. */
export const notFound = (what: string) => new AppError("not-found", `This ${what} does not exist (any more).`);
/** Returns null for a row that may have been deleted: `find(…).catch(nullIfNotFound)`. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
export const conflict = (message: string) => new AppError("conflict", message);
export const forbidden = (message: string) => new AppError("forbidden", message);
