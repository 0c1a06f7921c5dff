import type { UseQueryResult } from "@tanstack/react-query";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { Permitted } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { IntegrationRow } from "./integration-row.tsx";

interface IntegrationListProps {
  query: UseQueryResult<Integration[]>;
  onEdit: (integration: Integration) => void;
  onAdd: () => void;
}

export function IntegrationList({ query, onEdit, onAdd }: IntegrationListProps) {
  return (
    <Section title="Knowledge Platform Integrations">
      <QueryView
        query={query}
        loading={<div className="late skeleton mt-4 h-32" />}
        empty={
          <EmptyState
            title="No integrations yet"
            action={
              <Permitted change="integrations">
                <Button look="primary" onClick={onAdd}>
                  Connect a platform
                </Button>
              </Permitted>
            }
          >
            Connect Confluence, Notion or another platform, and every article is published there and kept up to date.
          </EmptyState>
        }
      >
        {(integrations) => (
          <ul className="divide-y divide-rule">
            {integrations.map((integration) => (
              <IntegrationRow key={integration.id} integration={integration} onEdit={() => onEdit(integration)} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
