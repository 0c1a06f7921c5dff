import {
  AddressNotAllowed,
  ConnectorError,
  CredentialsRejected,
  DestinationNotVisible,
  MissingPermission,
  NoAnswer,
  NoCredentials,
  NotFound,
  RateLimited,
  ReadTimedOut,
  Refused,
  TooLarge,
  Unreachable,
} from "./errors.ts";
import { PageChanged, TitleTaken } from "./knowledge-target.ts";

/** An error as plain data, so that it can be sent to another thread. */
export interface SerializedError {
  /**
   * The class of the error, so that the receiver can recreate it. Null for an error that no connector throws on
   * purpose.
   */
  kind: keyof typeof KINDS | null;
  name: string;
  message: string;
  stack: string | undefined;
  code?: unknown;
  scope?: string;
  retryAfterMs?: number;
  mayHaveHappened?: boolean;
  cause?: SerializedError;
  errors?: SerializedError[];
}

type CreateError = (sent: SerializedError, options: ErrorOptions) => Error;

const mayHaveHappened = ({ mayHaveHappened: may = true }: SerializedError) => ({ mayHaveHappened: may });

/** The connectors' error classes. Subclasses come before their superclasses. */
const KINDS = {
  NoCredentials: [NoCredentials, ({ message }, options) => new NoCredentials(message, options)],
  CredentialsRejected: [CredentialsRejected, ({ message }, options) => new CredentialsRejected(message, options)],
  DestinationNotVisible: [
    DestinationNotVisible,
    ({ message, scope = "" }, options) => new DestinationNotVisible(message, scope, options),
  ],
  MissingPermission: [
    MissingPermission,
    ({ message, scope = "" }, options) => new MissingPermission(message, scope, options),
  ],
  NotFound: [NotFound, ({ message }, options) => new NotFound(message, options)],
  RateLimited: [
    RateLimited,
    ({ message, retryAfterMs = 0 }, options) => new RateLimited(message, retryAfterMs, options),
  ],
  AddressNotAllowed: [AddressNotAllowed, ({ message }, options) => new AddressNotAllowed(message, options)],
  NoAnswer: [NoAnswer, (sent, options) => new NoAnswer(sent.message, { ...options, ...mayHaveHappened(sent) })],
  ReadTimedOut: [ReadTimedOut, ({ message }, options) => new ReadTimedOut(message, options)],
  TooLarge: [TooLarge, (sent, options) => new TooLarge(sent.message, { ...options, ...mayHaveHappened(sent) })],
  Unreachable: [
    Unreachable,
    (sent, options) => new Unreachable(sent.message, { ...options, ...mayHaveHappened(sent) }),
  ],
  Refused: [Refused, ({ message }, options) => new Refused(message, options)],
  PageChanged: [PageChanged, ({ message }, options) => new PageChanged(message, options)],
  TitleTaken: [TitleTaken, ({ message }, options) => new TitleTaken(message, options)],
} as const satisfies Record<string, [abstract new (...given: never[]) => Error, CreateError]>;

type ErrorKind = keyof typeof KINDS;
/** The most causes that are sent, because a chain of causes may be circular. */
const MOST_CAUSES = 5;

export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error))
    return { kind: null, name: "Error", message: String(error).slice(0, 500), stack: undefined };
  const kind = (Object.keys(KINDS) as ErrorKind[]).find((name) => error instanceof KINDS[name][0]) ?? null;
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return {
    kind,
    name,
    message,
    stack,
    ...(!(error instanceof ConnectorError) && isPlain(code) && { code }),
    ...(error instanceof MissingPermission && { scope: error.scope }),
    ...(error instanceof RateLimited && { retryAfterMs: error.retryAfterMs }),
    ...(error instanceof Unreachable && { mayHaveHappened: error.mayHaveHappened }),
    ...(cause !== undefined && depth < MOST_CAUSES && { cause: serializeError(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < MOST_CAUSES && { errors: error.errors.map((one) => serializeError(one, depth + 1)) }),
  };
}

export function restoreError(sent: SerializedError): Error {
  const options = sent.cause ? { cause: restoreError(sent.cause) } : {};
  const make: CreateError | null = sent.kind && KINDS[sent.kind][1];
  if (make) return make(sent, options);
  const error = sent.errors
    ? new AggregateError(sent.errors.map(restoreError), sent.message, options)
    : new Error(sent.message, options);
  const { name, stack, code } = sent;
  return Object.assign(error, { name }, stack !== undefined && { stack }, code !== undefined && { code });
}

const isPlain = (code: unknown) => typeof code === "string" || typeof code === "number";
