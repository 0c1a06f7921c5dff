import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PlanId } from "../../shared/domain/plans.ts";
import { call, type Input } from "./client.ts";
import { queryKeyOf, useRead } from "./query-client.ts";

export const useBillingInfo = () => useRead("GET /api/billing-info");

/** Where the answer names a page of the payment provider, the browser goes there. */
export function useChangePlan() {
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (body: Input<"POST /api/subscription/upgrade">["body"]) =>
      call("POST /api/subscription/upgrade", { body }),
    onSuccess: ({ checkoutUrl }) => (checkoutUrl ? window.location.assign(checkoutUrl) : readAgain()),
  });
}

/** What a change to the plan costs at once: asked when somebody wants to know, since it falls by the second. */
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
      queryClient.invalidateQueries({ queryKey: queryKeyOf("GET /api/subscription") }),
      queryClient.invalidateQueries({ queryKey: queryKeyOf("GET /api/billing-info") }),
    ]);
  };
}
