import type { FastifyInstance } from "fastify";
import { billingEndpoints } from "../../../shared/contract/billing.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { serve } from "../../http/routes.ts";
import { NOT_INITIALIZED } from "../../stripe/errors.ts";
import { getPlan } from "./queries.ts";
import { usageOf } from "./usage.ts";
import { subscriptionView } from "./views.ts";

export function billingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, payment } = deps;
  const hasBilling = payment !== null;
  const refuse = async () => {
    throw invalid(NOT_INITIALIZED);
  };

  serve(app, billingEndpoints, {
    "GET /api/payment-settings": async () => ({
      publishableKey: payment?.publishableKey ?? null,
      standInScript: payment?.standInScript ?? null,
    }),

    "POST /api/create-payment-intent": refuse,
    "POST /api/create-subscription-after-setup": refuse,

    "GET /api/subscription": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const row = await getPlan(scope);
        const usage = await usageOf(scope, { plan: row.plan, hasBilling });
        return { ...subscriptionView(row, hasBilling), usage };
      }),

    "GET /api/billing-info": async () => ({ last4: null, brand: null }),
    "POST /api/subscription/upgrade": refuse,
    "POST /api/subscription/cancel": refuse,
    "POST /api/subscription/resume": refuse,
    "POST /api/subscription/portal": refuse,
  });
}
