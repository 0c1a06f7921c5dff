import { lazy, Suspense } from "react";
import { useWorkspaces } from "../api/workspaces.ts";

const WorkspaceList = lazy(() => import("./workspace-list.tsx").then((module) => ({ default: module.WorkspaceList })));

/** Switches between workspaces. Neither shown to nor loaded for people with only one workspace. */
export function WorkspaceSwitcher() {
  const { data } = useWorkspaces();
  if (!data || data.own.length + data.joinable.length < 2) return null;
  return (
    <Suspense fallback={<div className="min-h-9 pointer-coarse:min-h-11" />}>
      <WorkspaceList workspaces={data} />
    </Suspense>
  );
}
