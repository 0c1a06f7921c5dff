import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "./client.ts";
import { useRead } from "./query-client.ts";

/**
 * The storage key that is written when this browser's session switches to another workspace, so that its other windows
 * switch too.
 */
const STORED = "lorekeep-workspace";

export const useWorkspaces = () => useRead("GET /api/workspaces");

/** Reloads the page, because no data of the previous workspace may remain on the screen or in memory. */
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

/** Reloads if another window of the browser has switched the workspace. */
export function useReloadOnWorkspaceSwitch(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === STORED) location.assign("/");
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
}
