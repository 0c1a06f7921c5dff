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
  // The normal state needs no attention, so its word is a dot.
  return <span className="dot">Connected</span>;
}
