import type { Logger } from "pino";
import Stripe from "stripe";
import { AppError, invalid } from "../errors.ts";

export const NOT_INITIALIZED = "Payment system not properly initialized.";
const NO_ANSWER =
  "The payment provider does not answer at the moment. Nothing is paid twice: try again in a minute and it goes on where it was.";

/** Some cards must be confirmed by their holder at the moment of the charge. */
export function wantsConfirmation(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    (error.code === "authentication_required" || error.code === "subscription_payment_intent_requires_action")
  );
}

/** The bank said no: final for this try, and another one is allowed. */
export function isRefusedCard(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeCardError;
}

/** Then a person reads that there was no answer. What is under way ends by itself, and doing it again does nothing twice. */
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

/** Not there, or not any more. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Runs what calls the provider: failures are logged without anything personal, and thrown on as sentences. */
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
 * What people read of a failure at the provider: a card's own message, which is written for its holder, and of everything
 * else our own words. Other errors come back as they are.
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
