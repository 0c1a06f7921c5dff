import type { Subscription } from "../../shared/contract/billing.ts";
import { PLAN_LIMITS, type PlanId } from "../../shared/domain/plans.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { countUsage } from "./usage/usage-queries.ts";

/** The usage and limits in the API contract's form. Without billing, there are no limits. */
export async function readUsage(
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
