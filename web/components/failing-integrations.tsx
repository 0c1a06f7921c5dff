import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Output } from "../api/client.ts";
import { buildQueryKey } from "../api/query-client.ts";
import { formatItems } from "../lib/format.ts";
import { Badge } from "../ui/badge.tsx";

/**
 * Names failing integrations on pages that have loaded them, because the label 'Connected' only describes the browser's
 * connection.
 */
export function FailingIntegrations() {
  const { data = [] } = useQuery<Output<"GET /api/integrations">>({
    queryKey: buildQueryKey("GET /api/integrations"),
    enabled: false,
  });
  const failing = data.filter(({ isActive, trouble }) => isActive && trouble !== null).length;
  if (failing === 0) return null;
  return (
    <Link to="/configuration" className="touch inline-flex items-center rounded-box hover:underline">
      <Badge tone="wrong">{formatItems(failing, "integration")} not working</Badge>
    </Link>
  );
}
