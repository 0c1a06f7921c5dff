import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PlanId } from "../../shared/domain/plans.ts";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useBillingInfo = () => useRead("GET /api/billing-info");

/** Opens the payment provider's page when the server's answer names one. */
export function useChangePlan() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: Input<"POST /api/subscription/upgrade">["body"]) =>
      call("POST /api/subscription/upgrade", { body }),
    onSuccess: ({ checkoutUrl }) => (checkoutUrl ? window.location.assign(checkoutUrl) : readAgain()),
  });
}

/** The immediate cost of a change of plan. Loaded on demand, because the cost falls every second. */
export const useCostOfPlan = () =>
  useMutation({ mutationFn: (planId: PlanId) => call("GET /api/subscription/cost", { query: { planId } }) });

export function useCancelPlan() {
  const readAgain = useReadAgain();
  return useMutation({ mutationFn: () => call("POST /api/subscription/cancel"), onSuccess: readAgain });
}

export function useResumePlan() {
  const readAgain = useReadAgain();
  return useMutation({ mutationFn: () => call("POST /api/subscription/resume"), onSuccess: readAgain });
}

export const useBillingPortal = () =>
  useMutation({
    mutationFn: () => call("POST /api/subscription/portal"),
    onSuccess: ({ url }) => window.location.assign(url),
  });

function useReadAgain() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/subscription") }),
      queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/billing-info") }),
    ]);
  };
}
