import type { FastifyInstance } from "fastify";
import type { Subscription } from "../../shared/contract/billing.ts";
import { billingEndpoints } from "../../shared/contract/billing.ts";
import { PLAN_LIMITS, type PlanId } from "../../shared/domain/plans.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints } from "../http/routes.ts";
import { callStripeForPerson } from "../stripe/errors.ts";
import { beginSubscription } from "./begin-subscription.ts";
import { cancelPlan, changePlan, resumePlan } from "./change-plan.ts";
import { computePlanCost } from "./cost-of-plan.ts";
import { createPortalUrl, readBillingInfo } from "./payer-of-workspace.ts";
import { getPlan } from "./plan-queries.ts";
import { prepareCard } from "./prepare-card.ts";
import { syncPayerAfterCheckout } from "./sync-payer.ts";
import { countUsage } from "./usage/usage-queries.ts";
import { buildSubscriptionView } from "./views.ts";
import { paymentWebhookRoutes } from "./webhooks.ts";

export async function billingRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, payment } = deps;
  const hasBilling = payment !== null;
  const ask = <T>(work: () => Promise<T>) => callStripeForPerson(deps, work);
  const done = { success: true } as const;

  serveEndpoints(app, billingEndpoints, {
    "GET /api/payment-settings": async () => ({
      publishableKey: payment?.publishableKey ?? null,
      standInScript: payment?.standInScript ?? null,
    }),

    "POST /api/create-payment-intent": ({ body, request }) => ask(() => prepareCard(deps, body, request.ip)),

    "POST /api/create-subscription-after-setup": ({ body, request }) =>
      ask(() => beginSubscription(deps, body, request.ip)),

    "GET /api/subscription": async ({ viewer }) => {
      await syncPayerAfterCheckout(deps, viewer.workspaceId);
      return inWorkspace(db, viewer.workspaceId, async (scope) => {
        const row = await getPlan(scope);
        const usage = await readUsage(scope, { plan: row.plan, hasBilling });
        return { ...buildSubscriptionView(row, hasBilling), usage };
      });
    },

    "GET /api/billing-info": ({ viewer }) => ask(() => readBillingInfo(deps, viewer)),

    "GET /api/subscription/cost": ({ viewer, query }) => ask(() => computePlanCost(deps, viewer, query.planId)),

    "POST /api/subscription/upgrade": async ({ viewer, body }) => ({
      ...done,
      ...(await ask(() => changePlan(deps, viewer, body.planId, body.agreedCents))),
    }),

    "POST /api/subscription/cancel": async ({ viewer }) => {
      await ask(() => cancelPlan(deps, viewer));
      return done;
    },

    "POST /api/subscription/resume": async ({ viewer }) => {
      await ask(() => resumePlan(deps, viewer));
      return done;
    },

    "POST /api/subscription/portal": async ({ viewer }) => ({ url: await ask(() => createPortalUrl(deps, viewer)) }),
  });
  await paymentWebhookRoutes(app, deps);
}

/** The usage and limits in the API contract's form. Without billing, there are no limits. */
async function readUsage(
  scope: WorkspaceScope,
  { plan, hasBilling }: { plan: PlanId; hasBilling: boolean },
): Promise<Subscription["usage"]> {
  const { messages, channels, knowledgePlatforms, resetsAt } = await countUsage(scope);
  const limits = hasBilling ? PLAN_LIMITS[plan] : null;
  return {
    messages: { used: messages, limit: limits?.messagesPerMonth ?? null },
    channels: { used: channels, limit: limits?.channels ?? null },
    knowledgePlatforms: { used: knowledgePlatforms, limit: limits?.knowledgePlatforms ?? null },
    resetsAt: resetsAt.toISOString(),
  };
}
