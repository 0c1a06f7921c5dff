import type { QueryClient } from "@tanstack/react-query";
import { buildQueryKey } from "../../api/query-client.ts";
import type { Decided } from "./decision-batch.ts";

/** The tab keeps decisions that wait for a platform, so that a reload loses none. */
const KEY = "lorekeep.waiting-decisions";

interface Waiting {
  /** Another person who signs in in this tab decides nothing with it. */
  personId: string;
  decided: Decided;
}

export function keepWaiting(queryClient: QueryClient, decided: Decided): void {
  const personId = findPersonId(queryClient);
  if (personId) store([...read().filter((one) => one.decided.item.id !== decided.item.id), { personId, decided }]);
}

export const forgetWaiting = (itemId: string): void => store(read().filter((one) => one.decided.item.id !== itemId));

export function listWaiting(queryClient: QueryClient): Decided[] {
  const personId = findPersonId(queryClient);
  return read().flatMap((one) => (one.personId === personId ? [one.decided] : []));
}

const findPersonId = (queryClient: QueryClient) =>
  queryClient.getQueryData<{ id: string }>(buildQueryKey("GET /api/auth/user"))?.id;

function read(): Waiting[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as Waiting[];
  } catch {
    return [];
  }
}

/** A browser may forbid storage; the decision then waits until the page is left. */
function store(waiting: Waiting[]): void {
  try {
    if (waiting.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(waiting));
  } catch {}
}
