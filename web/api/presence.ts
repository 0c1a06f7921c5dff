import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { randomId } from "../lib/random-id.ts";
import { call, type Output } from "./client.ts";
import { useRead } from "./query-client.ts";

const TOLD_EVERY_MS = 30_000;
/** Parts of one page that come one after another ask once. */
const FRESH_FOR_MS = 5_000;
const ARTICLE = /^\/articles\/([0-9a-f-]{36})$/;

/** This window, for as long as it is open. */
export const WINDOW = randomId();

export type Here = Output<"POST /api/presence">;

/** Tells where this window is and reads who else is here; where nobody else belongs to the workspace, once a page. */
export function usePresence() {
  const { pathname, search } = useLocation();
  const articleId = ARTICLE.exec(pathname)?.[1] ?? null;
  const isEditing = articleId !== null && new URLSearchParams(search).has("edit");
  return useQuery<Here>({
    queryKey: ["/api/presence", articleId ?? "", isEditing ? "editing" : "viewing"],
    queryFn: () => call("POST /api/presence", { body: { window: WINDOW, articleId, isEditing } }),
    refetchInterval: ({ state }) => (state.data?.isAlone ? false : TOLD_EVERY_MS),
    staleTime: FRESH_FOR_MS,
    gcTime: FRESH_FOR_MS,
    retry: false,
  });
}

/** What people changed within a day; read again whenever it is looked at. */
export const useTeamEdits = () => useRead("GET /api/presence/activity", undefined, { staleTime: 0 });
