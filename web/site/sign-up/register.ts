import type { PlanId } from "../../../shared/domain/plans.ts";
import { ApiError, type Input } from "../../api/client.ts";
import type { SignUpValues } from "./form.ts";
import { type ApiCall, SignUpFailure } from "./sign-up-failure.ts";
import type { StoredPayment } from "./stored-progress.ts";

type Registration = Input<"POST /api/register">["body"];

/**
 * The registration request, for a paid plan with the payment's ids. The Stripe ids are among the fields of the request.
 */
export function buildRegistration({ role, ...values }: SignUpValues, plan: PlanId, kept?: StoredPayment): Registration {
  return {
    ...values,
    ...(role && { role }),
    plan,
    ...(kept?.subscriptionId && {
      setupIntentId: kept.setupIntentId,
      setupIntentStatus: kept.setupIntentStatus,
      customerId: kept.customerId,
      subscriptionId: kept.subscriptionId,
      stripeCustomerId: kept.customerId,
      stripeSubscriptionId: kept.subscriptionId,
    }),
  };
}

const TRY_LATER = "Registration Failed: Please try again later.";

export async function sendRegistration(
  call: ApiCall,
  body: Registration,
  title = "Registration failed",
): Promise<void> {
  try {
    await call("POST /api/register", { body });
  } catch (error) {
    const isAboutInput = error instanceof ApiError && error.status < 500;
    throw new SignUpFailure(title, (isAboutInput && error.said) || TRY_LATER, {
      fields: isAboutInput ? error.fields : [],
    });
  }
}
