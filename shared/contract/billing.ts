import { z } from "zod";
import { EMAIL_INVALID, isEmail, PLAN_IDS } from "../domain/people.ts";
import { doneResponse, type EndpointTable, moment, requiredText, text } from "./endpoint.ts";

const planId = z.enum(PLAN_IDS);
const paidPlanId = z.enum(["professional", "enterprise"]);
/** An identifier of the payment provider: 'seti_…', 'cus_…', 'sub_…', 'price_…'. */
const providerId = text(255).regex(/^[A-Za-z0-9_]+$/, "Not an identifier of the payment provider.");

/** The used part of a limit of the plan; `limit` is null if there is none. */
const allowance = z.object({ used: z.int(), limit: z.int().nullable() });

export const subscription = z.object({
  plan: planId,
  isActive: z.boolean(),
  /** The end of access. Only set if access will end: the plan is cancelled or unpaid, or is a trial. */
  expiresAt: moment.nullable(),
  /** The end of the paid period; null on Starter. */
  renewsAt: moment.nullable(),
  /** The plan after a downgrade, which takes effect with the next billing cycle. */
  nextPlan: planId.nullable(),
  /** Set if the last charge failed. Access continues until this time. */
  graceUntil: moment.nullable(),
  /** False if billing is not configured: every plan is free and nothing is limited. */
  hasBilling: z.boolean(),
  usage: z.object({
    /** The messages of this month, from the first day in UTC, by the database's clock. */
    messages: allowance,
    channels: allowance,
    knowledgePlatforms: allowance,
    /** The time at which the count of messages restarts at zero. */
    resetsAt: moment,
  }),
});
export type Subscription = z.infer<typeof subscription>;

export const billingEndpoints = {
  "GET /api/payment-settings": {
    summary: "What the browser needs to take a card; a null key means that no payment is configured",
    access: "public",
    response: z.object({
      /** The payment provider's publishable key, which is meant to be public. */
      publishableKey: z.string().nullable(),
      /** The script that replaces the provider's own if the product uses a stand-in. */
      standInScript: z.string().nullable(),
    }),
  },
  "POST /api/create-payment-intent": {
    summary: "Prepare a card for a paid plan: nothing is charged; the amount must be the plan's own price",
    access: "public",
    body: z.strictObject({
      amount: z.int().min(0),
      plan: paidPlanId,
      customerDetails: z.strictObject({
        firstName: requiredText(100),
        lastName: requiredText(100),
        email: text(254).refine(isEmail, EMAIL_INVALID),
        company: requiredText(200),
      }),
    }),
    response: z.object({
      /** The client secret of a SetupIntent. */
      clientSecret: z.string(),
      customerId: z.string(),
      /** The subscription; null until the card is confirmed. */
      subscriptionId: z.string().nullable(),
      priceId: z.string(),
      productId: z.string(),
    }),
  },
  "POST /api/create-subscription-after-setup": {
    summary: "Begin the paid plan with the confirmed card; asked twice it answers the same subscription",
    access: "public",
    body: z.strictObject({
      setupIntentId: providerId,
      customerId: providerId,
      priceId: providerId,
      plan: paidPlanId,
    }),
    response: z.object({
      subscriptionId: z.string(),
      /** Only set if the bank requires the person to confirm the first charge in the browser. */
      confirmationSecret: z.string().nullable(),
    }),
  },
  "GET /api/subscription": {
    summary: "The workspace's plan, what is used of it and when access ends",
    access: "session",
    response: subscription,
  },
  "GET /api/billing-info": {
    summary: "The card that pays; both null without one",
    access: "session",
    needs: ["read", "billing"],
    openWhenExpired: true,
    response: z.object({ last4: z.string().nullable(), brand: z.string().nullable() }),
  },
  "GET /api/subscription/cost": {
    summary: "What a change to the plan costs at once; nothing is charged",
    access: "session",
    openWhenExpired: true,
    query: z.strictObject({ planId }),
    response: z.object({
      /** Cents charged to the card on file; null if only the payment provider's page shows the amount. */
      dueNow: z.int().nullable(),
      /** The amount in cents from the next billing period on. */
      monthly: z.int(),
    }),
  },
  "POST /api/subscription/upgrade": {
    summary: "Change the plan: a more expensive one at once, a cheaper one at the next billing cycle",
    access: "session",
    needs: ["change", "billing"],
    openWhenExpired: true,
    body: z.strictObject({
      planId,
      /**
       * The immediate charge in cents to which the person agreed. A higher amount is not charged. If missing, any
       * amount is charged.
       */
      agreedCents: z.int().min(0).optional(),
    }),
    response: doneResponse.extend({
      /** The page on which the person pays, or confirms the charge with the bank. The plan changes after that. */
      checkoutUrl: z.string().optional(),
      /** When the change takes effect. */
      effectiveAt: moment.optional(),
    }),
  },
  "POST /api/subscription/cancel": {
    summary: "End the plan with the period that is paid for; a second call changes nothing",
    access: "session",
    needs: ["change", "billing"],
    response: doneResponse,
  },
  "POST /api/subscription/resume": {
    summary: "Undo a cancellation or a downgrade that has not taken effect",
    access: "session",
    needs: ["change", "billing"],
    response: doneResponse,
  },
  "POST /api/subscription/portal": {
    summary: "A page of the payment provider where cards and invoices are managed",
    access: "session",
    needs: ["change", "billing"],
    response: z.object({ url: z.string() }),
  },
} as const satisfies EndpointTable;
