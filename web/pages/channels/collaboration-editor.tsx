import { Link } from "react-router";
import { CHAT_MANIFESTS } from "../../../connectors/chat-manifests.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import {
  useAddCollaborationIntegration,
  useChangeCollaborationIntegration,
} from "../../api/collaboration-integrations.ts";
import { IntegrationEditor } from "../../components/integration-editor.tsx";
import { createBlankForm, type IntegrationForm } from "../../components/integration-form.ts";
import { buildSavedToast } from "../../components/saved-toast.ts";
import type { Toast } from "../../lib/toast-store.ts";

type Platform = CollaborationIntegration["platform"];

interface CollaborationEditorProps {
  editing: "integration" | CollaborationIntegration;
  /** The platform that a new integration's form shows first. */
  platform?: Platform | undefined;
  onClose: () => void;
}

const ADDED: Record<Platform, Toast> = {
  slack: { title: "Slack integration added" },
  "google-chat": { title: "Google Chat integration added successfully" },
  teams: {
    title: "Configuration Saved",
    text: "Microsoft Teams integration configured. Choose the channels to monitor next.",
  },
};
const NOT_ADDED: Record<Platform, Toast> = {
  slack: { title: "Failed to add integration", text: "Unable to add Slack integration. Please try again." },
  "google-chat": { title: "Failed to add Google Chat integration" },
  teams: { title: "Failed to add integration", text: "Unable to save the configuration. Please try again." },
};

/** Says before a person connects the platform what Lorekeep reads there and what it writes. */
const EFFECTS: Record<Platform, readonly [reads: string, writes: string]> = {
  slack: [
    "Reads the channels that you choose, private ones only where you invite the app, and the names and e-mail addresses of people.",
    "Writes nothing in a channel until you switch that on there. It answers people who mention it or write to it.",
  ],
  "google-chat": [
    "Reads the spaces that you choose, and who their members are.",
    "Writes nothing with your account. A Chat app of your own answers people who mention it, and asks in threads where you switch that on.",
  ],
  teams: ["Reads the channels that you choose, and who their members are.", "Writes nothing."],
};

const EffectsOfConnecting = ({ platform }: { platform: Platform }) => (
  <ul className="list-disc pl-5 text-13 text-pretty text-soft marker:text-faint">
    {EFFECTS[platform].map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
    <li>
      Keeps the text of messages until you remove the channel, or as long as you choose under{" "}
      <Link to="/settings/retention" className="touch text-link">
        Chat Retention
      </Link>
      .
    </li>
  </ul>
);

/** The same form for adding and for editing. */
export default function CollaborationEditor({
  editing,
  platform: first = CHAT_MANIFESTS[0].id,
  onClose,
}: CollaborationEditorProps) {
  const isNew = editing === "integration";
  const add = useAddCollaborationIntegration();
  const change = useChangeCollaborationIntegration();
  const save = ({ name, platform, config }: IntegrationForm) =>
    isNew
      ? add.mutateAsync({ name, platform: platform as Platform, config })
      : change.mutateAsync({ id: editing.id, name, config });
  return (
    <IntegrationEditor
      title={isNew ? "Add Integration" : "Edit Integration"}
      platforms={CHAT_MANIFESTS}
      initial={isNew ? createBlankForm(CHAT_MANIFESTS, first) : formOf(editing)}
      isNew={isNew}
      connectedId={!isNew && editing.isConnected ? editing.id : undefined}
      // When editing, all fields are marked but only the name is required.
      isEnforced={(field) => isNew && field.required}
      marksAll={!isNew}
      waitsForRequired
      intro={(platform) => isNew && <EffectsOfConnecting platform={platform as Platform} />}
      submit="Save"
      save={save}
      whileSaving={(platform) => `Testing the connection to ${platform}.`}
      saved={(platform, found) =>
        buildSavedToast(
          isNew
            ? ADDED[platform as Platform]
            : { title: "Integration updated", text: "Collaboration integration has been updated successfully." },
          found,
        )
      }
      notSaved={(platform) =>
        isNew
          ? NOT_ADDED[platform as Platform]
          : { title: "Update failed", text: "Unable to update integration. Please try again." }
      }
      onClose={onClose}
    />
  );
}

const formOf = ({ name, platform, config }: CollaborationIntegration): IntegrationForm => ({
  name,
  platform,
  config: { ...createBlankForm(CHAT_MANIFESTS, platform).config, ...config },
});
