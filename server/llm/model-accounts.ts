import type { PaidCall } from "../../engine/contract.ts";
import type { Database } from "../db/workspace-scope.ts";
import type { RunningCalls, SpendingCaps } from "./budget.ts";
import type { CallTimeouts, OpenedModel } from "./generate.ts";
import type { CallLimiter } from "./limiter.ts";
import type { TokenPrice } from "./models.ts";
import type { OutageTracker } from "./outage.ts";
import type { ModelRole } from "./purposes.ts";

export interface PricedModel extends OpenedModel {
  /** Returns the price for a question with this many input tokens; null if unknown. */
  priceOf(inputTokens: number): TokenPrice | null;
}

/** A workspace's models, and the state that all calls with the same API key share. */
export interface ModelSet {
  models: Record<ModelRole, PricedModel>;
  /** The model to call if the chosen model does not answer. */
  fallback: PricedModel | null;
  caps: SpendingCaps;
  patience: CallTimeouts;
  limiter: CallLimiter;
  outages: OutageTracker;
}

export interface ModelDependencies {
  db: Database;
  underWay: RunningCalls;
  /** The channel whose messages are sent. */
  channelId?: string;
  /** Returns the workspace's models; null if the workspace no longer has any. */
  modelsOf(workspaceId: string): Promise<ModelSet | null>;
  /** Called for each answered question, even if the answer was stored before. */
  onCall?(call: PaidCall): void;
  /** Called when four fifths of a cap are spent. */
  onAlmostSpent(workspaceId: string, cap: "day" | "month", caps: SpendingCaps): Promise<void>;
}
