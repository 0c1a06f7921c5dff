import type { UnavailableReply } from "../../engine/model/index.ts";
import type { CallFailure } from "./failures.ts";

/**
 * Pauses calls to a model that does not answer, so that a run over a thousand conversations does not wait for each call. The
 * pause is for the workspace whose calls fail, or for all workspaces if calls of several fail.
 */
export interface OutageTracker {
  /**
   * Returns why this workspace's calls have to wait; null if calls are allowed. After a pause, one call tests the model for all
   * workspaces.
   */
  wait(workspaceId: string): UnavailableReply | null;
  /** Records a failed call; `waitedMs` is how long its caller waited. */
  failed(workspaceId: string, problem: PassingFailure, waitedMs: number): void;
  answered(workspaceId: string): void;
}

type PassingFailure = Pick<CallFailure, "problem" | "waitMs"> & { reason: "limit" | "outage" | "off" };

const FAILURES_IN_A_ROW = 3;
const FAILING_WORKSPACES = 3;
const PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** The time limit of the testing call, for which the other calls wait. */
const PROBE_MS = 60_000;

interface Pause {
  /** The number of consecutive pauses. */
  pauses: number;
  until: number;
  problem: PassingFailure;
}

interface Failures {
  count: number;
  waitedMs: number;
}

/**
 * Creates a tracker. `mostWaitedMs`: for how long in total a workspace's failing calls may wait without an answer in between,
 * before the last call.
 */
export function trackOutages(mostWaitedMs: number, now: () => number = () => performance.now()): OutageTracker {
  const failures = new Map<string, Failures>();
  const paused = new Map<string, Pause>();
  const EVERYBODY = "everybody";

  function pause(key: string, problem: PassingFailure): void {
    const pauses = (paused.get(key)?.pauses ?? 0) + 1;
    const pauseMs = problem.waitMs || Math.min(PAUSE_MS * 2 ** (pauses - 1), LONGEST_PAUSE_MS);
    paused.set(key, { pauses, until: now() + pauseMs, problem });
  }

  return {
    wait(workspaceId) {
      const found = [paused.get(EVERYBODY), paused.get(workspaceId)].filter((known) => known !== undefined);
      const closed = found.find(({ until }) => now() < until);
      if (closed) {
        const { problem: sentence, reason } = closed.problem;
        return { kind: "waits", reason, until: new Date(Date.now() + closed.until - now()), sentence };
      }
      for (const over of found) over.until = now() + PROBE_MS;
      return null;
    },
    failed(workspaceId, problem, waitedMs) {
      const { count, waitedMs: before } = failures.get(workspaceId) ?? { count: 0, waitedMs: 0 };
      const sum = { count: count + 1, waitedMs: before + waitedMs };
      failures.set(workspaceId, sum);
      const isOut = (problem.waitMs ?? 0) > 0 || sum.count >= FAILURES_IN_A_ROW || sum.waitedMs >= mostWaitedMs;
      if (isOut) pause(workspaceId, problem);
      const out = [...failures.keys()].filter((key) => paused.has(key));
      if (isOut && out.length >= FAILING_WORKSPACES) pause(EVERYBODY, problem);
    },
    answered(workspaceId) {
      // Restarts counting failures of other workspaces; each workspace's own pauses stay.
      failures.clear();
      paused.delete(workspaceId);
      paused.delete(EVERYBODY);
    },
  };
}
