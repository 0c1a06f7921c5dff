import { boolean, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { PlanId } from "../../../shared/domain/people.ts";
import { workspaces } from "./accounts.ts";

type PaidPlanId = Exclude<PlanId, "starter">;

/**
 * Who pays: one customer of the payment provider. Of a workspace, or of a sign-up that waits for its account. The rows say
 * what was last read there; the provider's own objects are the truth.
 */
export const payers = pgTable("payers", {
  customerId: text("customer_id").primaryKey(),
  /** Null until the account exists, and again when it is gone. */
  workspaceId: uuid("workspace_id")
    .unique()
    .references(() => workspaces.id, { onDelete: "set null" }),
  /** Lower case: where mails about the payment go. */
  email: text("email").notNull(),
  /** What is paid for, or was meant to be. */
  plan: text("plan").$type<PaidPlanId>(),
  priceId: text("price_id"),
  setupIntentId: text("setup_intent_id").unique(),
  /** How many cards were refused: a part of the idempotency key, so that the next try is a new one. */
  refusals: integer("refusals").notNull().default(0),
  subscriptionId: text("subscription_id").unique(),
  /** The provider's word: 'active', 'past_due', 'canceled', …; null without a subscription. */
  status: text("status"),
  periodEnd: timestamp("period_end", { withTimezone: true, mode: "date" }),
  /** What follows at the end of the period. */
  nextPlan: text("next_plan").$type<PlanId>(),
  /** Set while a charge is unpaid; once it has passed the account is expired. */
  graceUntil: timestamp("grace_until", { withTimezone: true, mode: "date" }),
  /** The one page where somebody may be paying at the moment. */
  checkoutId: text("checkout_id"),
  /** True once it belonged to a workspace. */
  wasClaimed: boolean("was_claimed").notNull().default(false),
  /** Since when there is a subscription. */
  subscribedAt: timestamp("subscribed_at", { withTimezone: true, mode: "date" }),
  /** When the paid plan was over. */
  endedAt: timestamp("ended_at", { withTimezone: true, mode: "date" }),
  /** Why the subscription is being ended from here, and whether the money goes back. Never taken back. */
  closing: text("closing").$type<"abandoned" | "known-address" | "paid-already" | "account-gone">(),
  closedAt: timestamp("closed_at", { withTimezone: true, mode: "date" }),
  /** When it was last compared with the provider. */
  syncedAt: timestamp("synced_at", { withTimezone: true, mode: "date" }),
  createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});

/** What the provider told, by its own id, so that it is taken once. */
export const paymentEvents = pgTable("payment_events", {
  eventId: text("event_id").primaryKey(),
  type: text("type").notNull(),
  receivedAt: timestamp("received_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
});
