import { useIsConnected } from "../lib/connection.ts";
import { Badge } from "../ui/badge.tsx";

/** The normal state needs no attention, so that it is a dot with its name for screen readers. */
export function ConnectedBadge() {
  const isConnected = useIsConnected();
  return (
    <output>
      {isConnected ? (
        <span title="Connected" className="block size-1.5 rounded-full bg-faint">
          <span className="sr-only">Connected</span>
        </span>
      ) : (
        <Badge tone="wrong">No connection, trying again</Badge>
      )}
    </output>
  );
}
