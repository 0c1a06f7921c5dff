import type { QueryClient } from "@tanstack/react-query";
import { buildQueryKey } from "../../api/query-client.ts";
import type { FailureDetails } from "../articles/failure-report.tsx";
import { describeFailures, type ItemDecision } from "./decision-batch.ts";

const KEY = "lorekeep.waiting-decisions";
/** After that, others may have worked on the article, and the person no longer expects the decision. */
const REPEATED_FOR_MS = 10 * 60_000;

interface WaitingDecision {
  /** Another person who signs in in this tab decides nothing with it. */
  personId: string | undefined;
  decided: ItemDecision;
}
/** `at`: the time when its page was left. */
type StoredDecision = WaitingDecision & { at: number };

/** The decisions that wait for a platform, by the id of their item. */
const kept = new Map<string, WaitingDecision>();

export function storeWaitingDecision(queryClient: QueryClient, decided: ItemDecision): void {
  kept.set(decided.item.id, { personId: findPersonId(queryClient), decided });
}

export const isDecisionWaiting = (itemId: string): boolean => kept.has(itemId);

/** Returns false when the item's decision did not wait. */
export function removeWaitingDecision(itemId: string): boolean {
  const stored = read();
  if (stored.length > 0) store(stored.filter((one) => one.decided.item.id !== itemId));
  return kept.delete(itemId);
}

/** Takes the person's decisions out of storage, so that none is read twice. Those that are too old are only named. */
export function claimWaitingDecisions(queryClient: QueryClient): {
  recent: ItemDecision[];
  tooOld: FailureDetails | null;
} {
  const personId = findPersonId(queryClient);
  const stored = read();
  const mine = stored.filter((one) => one.personId === personId);
  if (mine.length > 0) store(stored.filter((one) => !mine.includes(one)));
  const isRecent = ({ at }: StoredDecision) => Date.now() - at < REPEATED_FOR_MS;
  const recent = mine.filter(isRecent).map(({ decided }) => decided);
  for (const decided of recent) storeWaitingDecision(queryClient, decided);
  const old = mine.filter((one) => !isRecent(one)).map(({ decided }) => decided);
  const message = "It waited for more than 10 minutes while Lorekeep was closed. Decide again.";
  const results = old.map(({ item }) => ({ id: item.id, outcome: "failed" as const, message, undo: null }));
  return { recent, tooOld: describeFailures("Not decided", results, old) };
}

// They are stored only while no page of the tab is open, so that a reload loses none and a duplicate of the tab repeats none.
window.addEventListener("pagehide", () => {
  const at = Date.now();
  if (kept.size > 0) store([...read(), ...[...kept.values()].map((one) => ({ ...one, at }))]);
});
// A page that the browser brings back would repeat what a later page has already claimed.
window.addEventListener("pageshow", ({ persisted }) => persisted && kept.size > 0 && window.location.reload());

const findPersonId = (queryClient: QueryClient) =>
  queryClient.getQueryData<{ id: string }>(buildQueryKey("GET /api/auth/user"))?.id;

function read(): StoredDecision[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as StoredDecision[];
  } catch {
    return [];
  }
}

/** A browser may forbid storage; the decision then waits until the page is left. */
function store(waiting: StoredDecision[]): void {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(waiting));
  } catch {}
}
