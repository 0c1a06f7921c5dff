import { useSyncExternalStore } from "react";
import { Badge } from "../ui/badge.tsx";

function onConnectionChange(listener: () => void) {
  const ended = new AbortController();
  for (const type of ["online", "offline"]) addEventListener(type, listener, ended);
  return () => ended.abort();
}

export function ConnectedBadge() {
  const online = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  if (!online) return <Badge tone="wrong">Offline</Badge>;
  // The normal state needs no attention, so it is shown without a badge.
  return <span className="text-12 text-faint">Connected</span>;
}
