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
  if (!online) return <Badge tone="wrong">Offline</Badge>;
  // The normal state needs no attention, so it is a dot with its name for screen readers.
  return (
    <span title="Connected" className="block size-1.5 rounded-full bg-faint">
      <span className="sr-only">Connected</span>
    </span>
  );
}
