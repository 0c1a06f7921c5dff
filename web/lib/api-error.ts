import type { ErrorBody } from "../../shared/contract/endpoint.ts";

/** An error answer of the server. `message` is '{status}: {body or status text}'; `explanation` is a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly explanation: string;
  /** The server's explanation as a sentence; undefined if it sent none. */
  readonly said: string | undefined;
  readonly fields: NonNullable<ErrorBody["fields"]>;
  readonly subscriptionExpired: boolean;
  /** The reason as a separate sentence, for example the permission that a platform denied. */
  readonly details: string | undefined;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    const body = bodyOf(text);
    this.status = status;
    this.said = body?.message;
    // A proxy's error is a whole HTML page instead of a sentence.
    this.explanation = this.said ?? `The server answered with an error (${status}).`;
    this.fields = body?.fields ?? [];
    this.details = body?.details;
    this.subscriptionExpired = status === 403 && /Account expired|subscriptionExpired/.test(text);
  }
}

/** The server's reason for a refusal, or `text` for any other failure. */
export const getErrorMessage = (error: unknown, text: string): string =>
  (error instanceof ApiError && (error.status === 403 || error.status === 409) && error.said) || text;

function bodyOf(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
