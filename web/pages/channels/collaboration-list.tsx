import type { UseQueryResult } from "@tanstack/react-query";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { Permitted } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { CollaborationRow } from "./collaboration-row.tsx";

interface CollaborationListProps {
  query: UseQueryResult<CollaborationIntegration[]>;
  /** Opens the form for a new integration, a new channel or an existing integration. */
  onOpen: (form: "integration" | "channel" | CollaborationIntegration) => void;
}

export function CollaborationList({ query, onOpen }: CollaborationListProps) {
  return (
    <Section title="Collaboration Integrations">
      <QueryView
        query={query}
        loading={<div className="late skeleton mt-4 h-24" />}
        empty={
          <EmptyState
            title="No chat is connected yet"
            action={
              <Permitted change="integrations">
                <Button look="primary" onClick={() => onOpen("integration")}>
                  Connect a chat
                </Button>
              </Permitted>
            }
          >
            Connect Slack, Microsoft Teams or Google Chat to read channels as people write, or import a Slack export
            below.
          </EmptyState>
        }
      >
        {(integrations) => (
          <ul className="divide-y divide-rule">
            {integrations.map((integration) => (
              <CollaborationRow
                key={integration.id}
                integration={integration}
                onEdit={() => onOpen(integration)}
                onAddChannel={() => onOpen("channel")}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
