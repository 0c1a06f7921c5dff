import type { ErrorBody } from "../../shared/contract/endpoint.ts";

/** A refusal. `message` reads '{status}: {body text or status text}'; `explanation` is a sentence for a person. */
export class ApiError extends Error {
  readonly status: number;
  readonly explanation: string;
  /** The server's sentence alone; undefined when it gave none. */
  readonly said: string | undefined;
  readonly fields: NonNullable<ErrorBody["fields"]>;
  readonly subscriptionExpired: boolean;
  /** Why, in a sentence of its own: what a platform did not let us do. */
  readonly details: string | undefined;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    const body = bodyOf(text);
    this.status = status;
    this.said = body?.message;
    // What a proxy in between says is a page of its own, and no sentence.
    this.explanation = this.said ?? `The server answered with an error (${status}).`;
    this.fields = body?.fields ?? [];
    this.details = body?.details;
    this.subscriptionExpired = status === 403 && /Account expired|subscriptionExpired/.test(text);
  }
}

/** Why the server will not do it, where it is a refusal and no failure; otherwise `text`. */
export const refusalOr = (error: unknown, text: string): string =>
  (error instanceof ApiError && (error.status === 403 || error.status === 409) && error.said) || text;

function bodyOf(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
