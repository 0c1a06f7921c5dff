import type { Logger } from "pino";
import Stripe from "stripe";
import { AppError, invalid } from "../errors.ts";

export const NOT_INITIALIZED = "Payment system not properly initialized.";
const NO_ANSWER =
  "The payment provider does not answer at the moment. Nothing is paid twice: try again in a minute and it goes on where it was.";

/** True if the bank wants the card's holder to confirm the charge. */
export function isConfirmationRequired(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === "authentication_required" || error.code === "subscription_payment_intent_requires_action")
  );
}

/** True if the bank refused the card. The attempt has failed for good, and a new attempt is allowed. */
export function isRefusedCard(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/**
 * After this time, a person is told that the provider did not answer. The running call ends by itself, and a repetition
 * has no further effect.
 */
const LONGEST_WAIT_MS = 9_500;

/** Like `callStripe`, for a person who waits: throws 503 if the provider takes too long. */
export async function callStripeForPerson<T>(
  deps: { log: Logger },
  work: () => Promise<T>,
  longestMs = LONGEST_WAIT_MS,
): Promise<T> {
  const asked = callStripe(deps, work);
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

/** True if the object does not exist at the provider, or no longer. */
export function isStripeObjectMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Runs calls to the provider. Logs failures without personal data, and throws them again as readable sentences. */
export async function callStripe<T>({ log }: { log: Logger }, work: () => Promise<T>): Promise<T> {
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
 * The readable error for a failure at the provider. For a card, the provider's own message, which is written for the
 * card's holder; otherwise our text. Other errors are returned unchanged.
 */
function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const cause = { cause: error };
  if (isRefusedCard(error)) return new AppError("invalid", error.message.slice(0, 300), {}, cause);
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return new AppError("unavailable", NOT_INITIALIZED, {}, cause);
  if (isStripeObjectMissing(error)) return invalid("The payment provider has no record of this payment.");
  if (error instanceof Stripe.errors.StripeInvalidRequestError)
    return new AppError("upstream", "The payment provider refused this. Nothing was charged.", {}, cause);
  return new AppError("unavailable", NO_ANSWER, { retryAfterSeconds: 30 }, cause);
}

export function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "charge_already_refunded";
}
