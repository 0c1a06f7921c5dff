import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { createRandomId } from "../lib/random-id.ts";
import { call, type Output } from "./client.ts";
import { useRead } from "./query-client.ts";

const TOLD_EVERY_MS = 30_000;
/** The time for which components that mount one after the other share a request. */
const FRESH_FOR_MS = 5_000;
const ARTICLE = /^\/articles\/([0-9a-f-]{36})$/;

/** The id of this browser window while it is open. */
export const WINDOW_ID = createRandomId();

export type PresenceList = Output<"POST /api/presence">;

/**
 * Reports this window's page to the server and loads the other people who are present. In a workspace with one member
 * it does so once per page.
 */
export function usePresence() {
  const { pathname, search } = useLocation();
  const articleId = ARTICLE.exec(pathname)?.[1] ?? null;
  const isEditing = articleId !== null && new URLSearchParams(search).has("edit");
  return useQuery<PresenceList>({
    queryKey: ["/api/presence", articleId ?? "", isEditing ? "editing" : "viewing"],
    queryFn: () => call("POST /api/presence", { body: { window: WINDOW_ID, articleId, isEditing } }),
    refetchInterval: ({ state }) => (state.data?.isAlone ? false : TOLD_EVERY_MS),
    staleTime: FRESH_FOR_MS,
    gcTime: FRESH_FOR_MS,
    retry: false,
  });
}

/** Loads people's changes of the last day each time they are shown. */
export const useTeamEdits = () => useRead("GET /api/presence/activity", undefined, { staleTime: 0 });
