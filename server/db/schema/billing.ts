import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { PlanId } from "../../../shared/domain/people.ts";
import { workspaces } from "./accounts.ts";

type PaidPlanId = Exclude<PlanId, "starter">;

/**
 * A customer of the payment provider, who pays for a workspace or for a sign-up that has no account yet. Rows store the last
 * state that was read; the provider's own objects are authoritative.
 */
export const payers = pgTable("payers", {
  customerId: text("customer_id").primaryKey(),
  /** The paying workspace; null until its account exists and after it is gone. */
  workspaceId: uuid("workspace_id")
    .unique()
    .references(() => workspaces.id, { onDelete: "set null" }),
  /** In lower case: the address for mails about the payment. */
  email: text("email").notNull(),
  /** The plan that is paid for, or was chosen for payment. */
  plan: text("plan").$type<PaidPlanId>(),
  priceId: text("price_id"),
  setupIntentId: text("setup_intent_id").unique(),
  /** The number of refused cards, which is part of the idempotency key so that the next attempt counts as new. */
  refusals: integer("refusals").notNull().default(0),
  subscriptionId: text("subscription_id").unique(),
  /** The provider's status: 'active', 'past_due', 'canceled', …; null without a subscription. */
  status: text("status"),
  periodEnd: timestamp("period_end", { withTimezone: true, mode: "date" }),
  /** The plan that follows at the end of the period. */
  nextPlan: text("next_plan").$type<PlanId>(),
  /** Set while a charge is unpaid; the account expires at this time. */
  graceUntil: timestamp("grace_until", { withTimezone: true, mode: "date" }),
  /** The only checkout page on which somebody may be paying at the moment. */
  checkoutId: text("checkout_id"),
  /** Whether the payment ever belonged to a workspace. */
  wasClaimed: boolean("was_claimed").notNull().default(false),
  /** When the subscription started. */
  subscribedAt: timestamp("subscribed_at", { withTimezone: true, mode: "date" }),
  /** When the paid plan ended. */
  endedAt: timestamp("ended_at", { withTimezone: true, mode: "date" }),
  /** The reason why we end the subscription, which decides on a refund. Never reset. */
  closing: text("closing").$type<"abandoned" | "known-address" | "paid-already" | "account-gone">(),
  closedAt: timestamp("closed_at", { withTimezone: true, mode: "date" }),
  /** When the row was last compared with the provider. */
  syncedAt: timestamp("synced_at", { withTimezone: true, mode: "date" }),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});

/** Events of the payment provider by its ids, so that each is processed once. */
export const paymentEvents = pgTable("payment_events", {
  eventId: text("event_id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: timestamp("received_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});
