import { useSyncExternalStore } from "react";
import { isConnected, subscribeToConnection } from "../lib/connection.ts";
import { Badge } from "../ui/badge.tsx";

export function ConnectedBadge() {
  const connected = useSyncExternalStore(subscribeToConnection, isConnected);
  return (
    <span aria-live="polite">
      {connected ? (
        // The normal state needs no attention, so it is shown without a badge.
        <span className="text-12 text-faint">Connected</span>
      ) : (
        <Badge tone="wrong">No connection, trying again</Badge>
      )}
    </span>
  );
}
