import { googleChatManifest } from "../../../connectors/google-chat/manifest.ts";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { useAddCollaborationIntegration } from "../../api/collaboration-integrations.ts";
import { IntegrationEditor } from "../../components/integration-editor.tsx";
import { createBlankForm } from "../../components/integration-form.ts";
import { buildSavedToast } from "../../components/saved-toast.ts";
import { showToast } from "../../lib/toast-store.ts";

const REQUIRED = ["workspaceId", "apiKey", "chatSpaceId"];

/** The guided form requires more fields than the form on /channels, so that the first test succeeds. */
const guided: ConnectorManifest = {
  ...googleChatManifest,
  fields: googleChatManifest.fields.map((field) => ({
    ...field,
    required: REQUIRED.includes(field.key),
    help: REQUIRED.includes(field.key) ? field.help.replace(/^Optional\. /, "") : field.help,
  })),
};

export function GoogleChatSetup({ onClose }: { onClose: () => void }) {
  const add = useAddCollaborationIntegration();
  return (
    <IntegrationEditor
      title="Set up Google Chat"
      platforms={[guided]}
      initial={createBlankForm([guided], guided.id)}
      isNew
      isEnforced={(field) => field.required}
      submit="Save"
      onIncomplete={() =>
        showToast({ title: "Error", text: "Please fill in all required fields", tone: "destructive" })
      }
      save={({ name, config }) => add.mutateAsync({ name, platform: "google-chat", config })}
      whileSaving={(platform) => `Testing the connection to ${platform}.`}
      saved={(_platform, found) => buildSavedToast({ title: "Google Chat integration added successfully" }, found)}
      notSaved={() => ({ title: "Failed to add Google Chat integration" })}
      onClose={onClose}
    />
  );
}
