/**
 * The ways in which a platform can fail. The job runner decides what follows. `CredentialsRejected` and
 * `MissingPermission` mark the integration as broken, `NotFound` skips the job, `Refused` stops the single job, and
 * `RateLimited` and `Unreachable` retry later. Any other error never disables a customer's integration. Messages are
 * sentences for people and never repeat the platform's text.
 */
export abstract class ConnectorError extends Error {
  abstract readonly code:
    | "credentials-rejected"
    | "missing-permission"
    | "not-found"
    | "refused"
    | "rate-limited"
    | "unreachable";
}

export class CredentialsRejected extends ConnectorError {
  readonly code = "credentials-rejected";
}

/** The integration has no credentials, so no call was made. */
export class NoCredentials extends CredentialsRejected {}

export class MissingPermission extends ConnectorError {
  readonly code = "missing-permission";
  /** The missing scope or right, by the platform's own name (`channels:history`). */
  readonly scope: string;
  constructor(message: string, scope: string, options?: ErrorOptions) {
    super(message, options);
    this.scope = scope;
  }
}

/** The configured space or folder does not exist, or the account cannot see it. */
export class DestinationNotVisible extends MissingPermission {}

export class NotFound extends ConnectorError {
  readonly code = "not-found";
}

export class RateLimited extends ConnectorError {
  readonly code = "rate-limited";
  readonly retryAfterMs: number;
  constructor(message: string, retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000;

/**
 * `waitMs` counts from `now` (milliseconds since 1970). The message rounds the time up to a minute, and names the day
 * if the time is far away.
 */
export function createRateLimited(platform: string, waitMs: number, now: number = Date.now()): RateLimited {
  const moment = new Date(Math.ceil((now + waitMs) / 60_000) * 60_000).toISOString();
  const until = `${waitMs > HALF_A_DAY_MS ? `${moment.slice(0, 10)} ` : ""}${moment.slice(11, 16)}`;
  return new RateLimited(`${platform} asks us to wait until ${until} UTC.`, waitMs);
}

/**
 * The platform gave no usable response: a refused connection, a timeout, status 5xx, or a response that does not match
 * the documentation.
 */
export class Unreachable extends ConnectorError {
  readonly code = "unreachable";
  /** False only if the request certainly had no effect (connection refused, DNS failure). */
  readonly mayHaveHappened: boolean;
  constructor(message: string, options: ErrorOptions & { mayHaveHappened: boolean }) {
    super(message, options);
    this.mayHaveHappened = options.mayHaveHappened;
  }
}

/** An `Unreachable` because of a timeout. The caller waited for the whole time. */
export class NoAnswer extends Unreachable {}

/** An `Unreachable` because our own egress rules refuse the address. Nothing was sent, and a retry does not help. */
export class AddressNotAllowed extends Unreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, mayHaveHappened: false });
  }
}

/**
 * The attempt timed out while the platform was still sending data. The data read so far is kept, and the next attempt
 * continues there.
 */
export class ReadTimedOut extends Unreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, mayHaveHappened: false });
  }
}

/** An `Unreachable` because the response exceeds our size limit. A smaller request may work; a retry does not. */
export class TooLarge extends Unreachable {}

/** A final refusal: the platform understood the request and rejected it, for example because a title is taken. */
export class Refused extends ConnectorError {
  readonly code = "refused";
}

/**
 * Whether the failed call certainly changed nothing on the platform, so that repeating the call cannot make the change
 * twice.
 */
export const hadNoEffect = (error: unknown): boolean =>
  error instanceof RateLimited || (error instanceof Unreachable && !error.mayHaveHappened);

/**
 * Runs the work after the platform accepted a change. If the work fails, the error must not claim that nothing was
 * changed.
 */
export async function runAfterAcceptedWrite<Result>(platform: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((cause: unknown) => {
    if (!(cause instanceof ConnectorError)) throw cause;
    throw new Unreachable(`${platform} took the page and then failed.`, { cause, mayHaveHappened: true });
  });
}
