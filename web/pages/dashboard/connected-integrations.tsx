import type { UseQueryResult } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { Link } from "react-router";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { Permitted } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { QueryView } from "../../ui/query-view.tsx";

interface ConnectedIntegrationsProps {
  query: UseQueryResult<Integration[]>;
  onAdd: () => void;
}

export function ConnectedIntegrations({ query, onAdd }: ConnectedIntegrationsProps) {
  return (
    <Section
      title="Connected Integrations"
      action={
        <Permitted change="integrations">
          <Button look="quiet" size="small" onClick={onAdd}>
            <Plus className="size-4" aria-hidden="true" />
            Add Integration
          </Button>
        </Permitted>
      }
    >
      <QueryView query={query} loading={<div className="late skeleton mt-4 h-24" />}>
        {(integrations) => <ActiveIntegrations integrations={integrations.filter(({ isActive }) => isActive)} />}
      </QueryView>
    </Section>
  );
}

function ActiveIntegrations({ integrations }: { integrations: Integration[] }) {
  if (integrations.length === 0)
    return (
      <EmptyState title="No integrations configured">
        Articles stay in the library until a place to publish them is added.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-rule">
      {integrations.map((integration) => (
        <li key={integration.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
          <PlatformMark platform={integration.type} />
          <span className="min-w-0 flex-1 truncate font-medium">{integration.name}</span>
          <span className="text-13 text-soft tabular-nums">
            {formatItems(integration.publishedArticles, "published article")}
          </span>
          {integration.trouble && (
            <p className="w-full wrap-anywhere text-13 text-wrong">
              Publishing fails: {integration.trouble}{" "}
              <Link to="/configuration" className="text-link">
                Fix it
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
