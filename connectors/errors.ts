/**
 * The ways a platform can fail us. The runner decides what follows: the first two mark the integration as broken, NotFound
 * skips, Refused parks the one piece of work, the last two are tried again later. Any other error never disables a
 * customer's integration.
 * Messages are sentences for a person and never repeat what the remote side sent.
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

/** The integration was saved unfinished: no platform was called. */
export class NoCredentials extends CredentialsRejected {}

export class MissingPermission extends ConnectorError {
  readonly code = "missing-permission";
  /** The scope or right that is missing, in the platform's own name (`channels:history`). */
  readonly scope: string;
  constructor(message: string, scope: string, options?: ErrorOptions) {
    super(message, options);
    this.scope = scope;
  }
}

/** The place that was entered for pages is not there, or this account may not see it. */
export class PlaceNotVisible extends MissingPermission {}

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

/** `waitMs` from `now`, milliseconds since 1970, rounded up to a minute as people read it; with the day where it is far off. */
export function asksToWait(platform: string, waitMs: number, now: number = Date.now()): RateLimited {
  const moment = new Date(Math.ceil((now + waitMs) / 60_000) * 60_000).toISOString();
  const until = `${waitMs > HALF_A_DAY_MS ? `${moment.slice(0, 10)} ` : ""}${moment.slice(11, 16)}`;
  return new RateLimited(`${platform} asks us to wait until ${until} UTC.`, waitMs);
}

/** No usable answer: refused connection, time-out, 5xx, or an answer that is not what the platform documents. */
export class Unreachable extends ConnectorError {
  readonly code = "unreachable";
  /** False only when the request certainly did nothing (connection refused, DNS failure); true: it may have had its effect. */
  readonly mayHaveHappened: boolean;
  constructor(message: string, options: ErrorOptions & { mayHaveHappened: boolean }) {
    super(message, options);
    this.mayHaveHappened = options.mayHaveHappened;
  }
}

/** `Unreachable` because a time limit was over: it held its caller for all of that time. */
export class NoAnswer extends Unreachable {}

/** The time for one attempt was over while the platform answered: what was read so far is kept, and the next one goes on. */
export class StillReading extends Unreachable {
  constructor(message: string, options?: ErrorOptions) {
    super(message, { ...options, mayHaveHappened: false });
  }
}

/** `Unreachable` because the answer is longer than we take: asking for less helps, asking again does not. */
export class TooLarge extends Unreachable {}

/** A refusal that no later try will change: the platform understood and said no (400 validation, a title already taken). */
export class Refused extends ConnectorError {
  readonly code = "refused";
}

/** The platform took the change: whatever fails from then on must not read as 'nothing happened'. */
export async function afterWriting<Result>(platform: string, work: () => Promise<Result>): Promise<Result> {
  return work().catch((cause: unknown) => {
    if (!(cause instanceof ConnectorError)) throw cause;
    throw new Unreachable(`${platform} took the page and then failed.`, { cause, mayHaveHappened: true });
  });
}
