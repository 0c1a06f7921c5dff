import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./client.ts";
import { useRead } from "./query-client.ts";

/** Written when this browser's session goes on in another workspace: its other windows show that one, too. */
const STORED = "lorekeep-workspace";

export const useWorkspaces = () => useRead("GET /api/workspaces");

/** Nothing of the former workspace may stay on the screen or in memory: the page is loaded again. */
function reloadEverything(): void {
  localStorage.setItem(STORED, String(Date.now()));
  location.assign("/");
}

export const useEnterWorkspace = () =>
  useMutation({
    mutationFn: (id: string) => call("POST /api/workspaces/:id/enter", { params: { id } }),
    onSuccess: reloadEverything,
  });

export const useJoinWorkspace = () =>
  useMutation({
    mutationFn: (id: string) => call("POST /api/workspaces/:id/join", { params: { id } }),
    onSuccess: reloadEverything,
  });

export const useLeaveWorkspace = () =>
  useMutation({
    mutationFn: (id: string) => call("DELETE /api/workspaces/:id/membership", { params: { id } }),
    onSuccess: reloadEverything,
  });

/** A window of the same browser has changed the workspace of the session. */
export function useFollowOtherWindows(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === STORED) location.assign("/");
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}
