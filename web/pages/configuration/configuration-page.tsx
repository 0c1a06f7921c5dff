import { useState } from "react";
import { useDecisionsByRisk, useReviewSettings } from "../../api/inbox.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { useLanguageModel, useSettings } from "../../api/settings.ts";
import { Page } from "../../components/page.tsx";
import { useAllAnswered } from "../../ui/query-view.tsx";
import { DetectionSettings } from "./detection-settings.tsx";
import type { Editing } from "./editing.ts";
import { IntegrationList } from "./integration-list.tsx";
import { KnowledgeEditor } from "./knowledge-editor.tsx";
import { LanguageModel } from "./language-model.tsx";
import { PlatformGuides } from "./platform-guides.tsx";
import { ReviewSettings } from "./review-settings.tsx";

export default function ConfigurationPage() {
  const integrations = useIntegrations();
  const isThere = useAllAnswered([
    integrations,
    useSettings(),
    useReviewSettings(),
    useDecisionsByRisk(),
    useLanguageModel(),
  ]);
  const [editing, setEditing] = useState<Editing>(null);
  return (
    <Page
      title="Knowledge Management Configuration"
      description="Where articles are published and how they are detected"
      onAddIntegration={() => setEditing(editing === "new" ? null : "new")}
    >
      {!isThere && <div className="late skeleton h-160" />}
      <div className="flex flex-col gap-14" hidden={!isThere}>
        {editing && (
          <KnowledgeEditor
            key={editing === "new" ? "new" : editing.id}
            editing={editing}
            onClose={() => setEditing(null)}
          />
        )}
        <IntegrationList query={integrations} onEdit={setEditing} onAdd={() => setEditing("new")} />
        <DetectionSettings />
        <ReviewSettings />
        <LanguageModel />
        <PlatformGuides />
      </div>
    </Page>
  );
}
