import { can } from "../../shared/domain/access.ts";
import { useUser } from "./account.ts";
import { useRead } from "./query-client.ts";

const OFTEN_MS = 2000;

interface InboxPart {
  mine: boolean;
  snoozed: boolean;
}

/** `isWatched`: the list is polled, because it changes without an event. */
export const useWikiFindings = ({ mine, snoozed }: InboxPart, enabled: boolean, isWatched = false) =>
  useRead(
    "GET /api/wiki-findings",
    { query: { ...(mine && { mine: "true" }), ...(snoozed && { snoozed: "true" }) } },
    { enabled, refetchInterval: isWatched ? OFTEN_MS : false },
  );

/** Loads the latest corrections of pages, for people who may make them. Polls while a correction is being written. */
export function useWikiRepairs() {
  const { data: user } = useUser();
  const enabled = user !== undefined && can(user, "change", "articles");
  return useRead(
    "GET /api/wiki-repairs",
    {},
    {
      enabled,
      refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === "waiting") ? OFTEN_MS : false),
    },
  );
}

/** Loads the pages, duplicates and questions that are assigned to the person. */
export const useAssignedWikiItems = (enabled: boolean) => useRead("GET /api/inbox/assigned", undefined, { enabled });
