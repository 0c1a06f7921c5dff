import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { PlanId } from "../../../shared/domain/people.ts";
import { workspaces } from "./accounts.ts";

type PaidPlanId = Exclude<PlanId, "starter">;

/**
 * A customer of the payment provider, who pays for a workspace or for a sign-up without an account yet. Rows store the last
 * state read from the provider, whose own objects are authoritative.
 */
export const payers = pgTable("payers", {
  customerId: text("customer_id").primaryKey(),
  /** The paying workspace; null before the workspace exists and after it is gone. */
  workspaceId: uuid("workspace_id")
    .unique()
    .references(() => workspaces.id, { onDelete: "set null" }),
  /** The address for mails about the payment, in lower case. */
  email: text("email").notNull(),
  /** The plan that is paid for, or that was chosen for payment. */
  plan: text("plan").$type<PaidPlanId>(),
  priceId: text("price_id"),
  setupIntentId: text("setup_intent_id").unique(),
  /** The number of refused cards. It is part of the idempotency key, so that the next attempt counts as a new payment. */
  refusals: integer("refusals").notNull().default(0),
  subscriptionId: text("subscription_id").unique(),
  /** The provider's status of the subscription: 'active', 'past_due', 'canceled', …; null without a subscription. */
  status: text("status"),
  periodEnd: timestamp("period_end", { withTimezone: true, mode: "date" }),
  /** The plan that follows at the end of the paid period. */
  nextPlan: text("next_plan").$type<PlanId>(),
  /** Set while a charge is unpaid: the time at which the account expires. */
  graceUntil: timestamp("grace_until", { withTimezone: true, mode: "date" }),
  /** The id of the only checkout page on which somebody may be paying now. */
  checkoutId: text("checkout_id"),
  /** True if the payment ever belonged to a workspace. */
  wasClaimed: boolean("was_claimed").notNull().default(false),
  /** When the subscription started. */
  subscribedAt: timestamp("subscribed_at", { withTimezone: true, mode: "date" }),
  /** When the paid plan ended. */
  endedAt: timestamp("ended_at", { withTimezone: true, mode: "date" }),
  /** Why the product ends the subscription, which decides on a refund. Never reset. */
  closing: text("closing").$type<"abandoned" | "known-address" | "paid-already" | "account-gone">(),
  closedAt: timestamp("closed_at", { withTimezone: true, mode: "date" }),
  /** When the row was last compared with the provider's state. */
  syncedAt: timestamp("synced_at", { withTimezone: true, mode: "date" }),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});

/** Ids of the payment provider's events, so that each event is processed once. */
export const paymentEvents = pgTable("payment_events", {
  eventId: text("event_id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: timestamp("received_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});
