import type { Logger } from "pino";
import Stripe from "stripe";
import { AppError, invalid } from "../errors.ts";

export const NOT_INITIALIZED = "Payment system not properly initialized.";
const NO_ANSWER =
  "The payment provider does not answer at the moment. Nothing is paid twice: try again in a minute and it goes on where it was.";

/** Some cards require their holder's confirmation at the moment of the charge. */
export function wantsConfirmation(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === "authentication_required" || error.code === "subscription_payment_intent_requires_action")
  );
}

/** The bank refused: final for this attempt, and another one is allowed. */
export function isRefusedCard(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/**
 * After this time a person reads that there was no answer. The call under way ends by itself, and repeating it has no
 * further effect.
 */
const LONGEST_WAIT_MS = 9_500;

/** `askProvider` for a person who waits: a 503 when it takes too long. */
export async function askForPerson<T>(
  deps: { log: Logger },
  work: () => Promise<T>,
  longestMs = LONGEST_WAIT_MS,
): Promise<T> {
  const asked = askProvider(deps, work);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError("unavailable", NO_ANSWER, { retryAfterSeconds: 30 })), longestMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The object does not exist (any more). */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Runs calls to the provider: logs failures without personal data, and rethrows them as sentences. */
export async function askProvider<T>({ log }: { log: Logger }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) {
      const { type, code, decline_code: declineCode, param, statusCode, requestId } = error;
      log.warn({ type, code, declineCode, param, statusCode, requestId }, "Stripe refused a call or did not answer");
    }
    throw toAppError(error);
  }
}

/**
 * The readable error for a failure at the provider: a card's own message, which is written for its holder, otherwise
 * our own text. Other errors are returned unchanged.
 */
function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = { cause: error };
  if (isRefusedCard(error)) return new AppError("invalid", error.message.slice(0, 300), {}, cause);
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return new AppError("unavailable", NOT_INITIALIZED, {}, cause);
  if (isMissing(error)) return invalid("The payment provider has no record of this payment.");
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new AppError("upstream", "The payment provider refused this. Nothing was charged.", {}, cause);
  return new AppError("unavailable", NO_ANSWER, { retryAfterSeconds: 30 }, cause);
}

export function wasRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_already_refunded";
}
