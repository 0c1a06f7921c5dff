import { useSyncExternalStore } from "react";
import { Badge } from "../ui/badge.tsx";

function onConnectionChange(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function ConnectedBadge() {
  const online = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  // The normal state needs no attention, so it is shown without a badge.
  if (!online) return <Badge tone="wrong">Offline</Badge>;
  return <span className="text-12 text-faint">Connected</span>;
}
