import { KNOWLEDGE_MANIFESTS } from "../../../connectors/manifests.ts";
import { useAddIntegration, useChangeIntegration } from "../../api/integrations.ts";
import { useExistingArticlesQuestion } from "../../components/existing-articles.tsx";
import { IntegrationEditor } from "../../components/integration-editor.tsx";
import { createBlankForm, type IntegrationForm } from "../../components/integration-form.ts";
import type { EditTarget } from "./editing.ts";

interface KnowledgeEditorProps {
  editing: NonNullable<EditTarget>;
  onClose: () => void;
}

/** The form for adding and for editing a knowledge integration. */
export default function KnowledgeEditor({ editing, onClose }: KnowledgeEditorProps) {
  const isNew = editing === "new";
  const add = useAddIntegration();
  const change = useChangeIntegration();
  const { ask, question } = useExistingArticlesQuestion();
  const save = async ({ name, platform, config }: IntegrationForm) => {
    const { baseUrl = "", spaceId = "", apiKey = "", ...settings } = config;
    const hasSettings = Object.keys(settings).length > 0;
    const body = { name, type: platform, baseUrl, spaceId, apiKey, ...(hasSettings && { settings }) };
    if (isNew) return add.mutateAsync({ ...body, existing: await ask(name) });
    return change.mutateAsync({ id: editing.id, ...body });
  };
  return (
    <>
      {question}
      <IntegrationEditor
        title={isNew ? "Add Integration" : "Edit Integration"}
        platforms={KNOWLEDGE_MANIFESTS}
        initial={isNew ? createBlankForm(KNOWLEDGE_MANIFESTS, KNOWLEDGE_MANIFESTS[0].id) : formOf(editing)}
        isNew={isNew}
        connectedId={!isNew && editing.isConnected ? editing.id : undefined}
        // An empty secret of an existing integration keeps the stored secret.
        isEnforced={(field) => isNew || !field.secret}
        submit={isNew ? "Add Integration" : "Save Changes"}
        save={save}
        whileSaving={(platform) => `Testing the connection to ${platform}. This takes up to 8 seconds.`}
        saved={(_platform, { trouble, notTested }) => ({
          title: isNew ? "Integration added" : "Integration updated",
          ...(trouble && { text: `Nothing can be published there yet: ${trouble}`, tone: "destructive" as const }),
          ...(notTested && { text: notTested, tone: "destructive" as const }),
        })}
        notSaved={() => ({
          title: "Error",
          text: isNew ? "Failed to add integration. Please check your configuration." : "Failed to update integration.",
        })}
        onClose={onClose}
      />
    </>
  );
}

const formOf = ({
  name,
  type,
  baseUrl,
  spaceId,
  apiKey,
  settings,
}: Exclude<EditTarget, null | "new">): IntegrationForm => ({
  name,
  platform: type,
  config: { ...settings, baseUrl, spaceId, apiKey },
});
