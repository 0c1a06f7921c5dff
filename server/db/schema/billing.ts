import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { PlanId } from "../../../shared/domain/people.ts";
import { workspaces } from "./accounts.ts";

type PaidPlanId = Exclude<PlanId, "starter">;

/**
 * One customer of the payment provider, who pays for a workspace or for a sign-up that waits for its account. The rows
 * hold the state that was last read there; the provider's own objects are authoritative.
 */
export const payers = pgTable("payers", {
  customerId: text("customer_id").primaryKey(),
  /** The workspace that pays; null until its account exists, and again when it is gone. */
  workspaceId: uuid("workspace_id")
    .unique()
    .references(() => workspaces.id, { onDelete: "set null" }),
  /** Lower case: the address for mails about the payment. */
  email: text("email").notNull(),
  /** The plan that is paid for, or was meant to be. */
  plan: text("plan").$type<PaidPlanId>(),
  priceId: text("price_id"),
  setupIntentId: text("setup_intent_id").unique(),
  /** Number of refused cards: a part of the idempotency key, so that the next attempt is a new one. */
  refusals: integer("refusals").notNull().default(0),
  subscriptionId: text("subscription_id").unique(),
  /** The provider's status: 'active', 'past_due', 'canceled', …; null without a subscription. */
  status: text("status"),
  periodEnd: timestamp("period_end", { withTimezone: true, mode: "date" }),
  /** The plan that follows at the end of the period. */
  nextPlan: text("next_plan").$type<PlanId>(),
  /** Set while a charge is unpaid; once it has passed, the account is expired. */
  graceUntil: timestamp("grace_until", { withTimezone: true, mode: "date" }),
  /** The single checkout page where somebody may be paying at the moment. */
  checkoutId: text("checkout_id"),
  /** Whether the payment ever belonged to a workspace. */
  wasClaimed: boolean("was_claimed").notNull().default(false),
  /** When the subscription started. */
  subscribedAt: timestamp("subscribed_at", { withTimezone: true, mode: "date" }),
  /** When the paid plan ended. */
  endedAt: timestamp("ended_at", { withTimezone: true, mode: "date" }),
  /** The reason why we end the subscription, which decides whether the money is refunded. Never reset. */
  closing: text("closing").$type<"abandoned" | "known-address" | "paid-already" | "account-gone">(),
  closedAt: timestamp("closed_at", { withTimezone: true, mode: "date" }),
  /** When the row was last compared with the provider. */
  syncedAt: timestamp("synced_at", { withTimezone: true, mode: "date" }),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});

/** Events of the payment provider by its own id, so that each is processed once. */
export const paymentEvents = pgTable("payment_events", {
  eventId: text("event_id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: timestamp("received_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});
