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
  return (
    <Badge tone={online ? "done" : "wrong"}>
      <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />
      {online ? "Connected" : "Offline"}
    </Badge>
  );
}
