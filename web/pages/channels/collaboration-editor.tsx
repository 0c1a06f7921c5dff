import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import { CHAT_MANIFESTS, type ChatPlatform, getManifest } from "../../../connectors/manifests.ts";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import {
  useAddCollaborationIntegration,
  useChangeCollaborationIntegration,
} from "../../api/collaboration-integrations.ts";
import {
  blankForm,
  checkedByManifest,
  type IntegrationForm,
  TYPING_REST_MS,
} from "../../components/integration-form.ts";
import { ManifestFields } from "../../components/manifest-fields.tsx";
import { SetupGuide } from "../../components/setup-guide.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { showToast, type Toast } from "../../ui/toast-store.ts";

interface CollaborationEditorProps {
  editing: "integration" | CollaborationIntegration;
  onClose: () => void;
}

const ADDED: Record<ChatPlatform, Toast> = {
  slack: { title: "Slack integration added" },
  "google-chat": { title: "Google Chat integration added successfully" },
  teams: {
    title: "Configuration Saved",
    text: "Microsoft Teams integration configured. Monitoring will be enabled in a future update.",
  },
};
const NOT_ADDED: Record<ChatPlatform, Toast> = {
  slack: { title: "Failed to add integration", text: "Unable to add Slack integration. Please try again." },
  "google-chat": { title: "Failed to add Google Chat integration" },
  teams: { title: "Failed to add integration", text: "Unable to save the configuration. Please try again." },
};

export function CollaborationEditor({ editing, onClose }: CollaborationEditorProps) {
  const isNew = editing === "integration";
  const add = useAddCollaborationIntegration();
  const change = useChangeCollaborationIntegration();
  const { register, handleSubmit, control, getValues, setFocus, formState } = useForm<IntegrationForm>({
    defaultValues: isNew
      ? blankForm(CHAT_MANIFESTS, "slack")
      : { name: editing.name, platform: editing.platform, config: editing.config },
    // When editing, only the name is enforced.
    resolver: checkedByManifest(() => isNew),
    // Not on leaving a field: the text that appears would move the button from under the pointer.
    mode: "onChange",
    delayError: TYPING_REST_MS,
  });
  useEffect(() => setFocus("name"), [setFocus]);
  const values = { ...getValues(), ...useWatch({ control }) };
  const platform = values.platform as ChatPlatform;
  const manifest = getManifest(platform);
  const missesRequired =
    isNew && manifest.fields.some((field) => field.required && !values.config?.[field.key]?.trim());

  const save = handleSubmit(async ({ name, config }) => {
    const offered = manifest.fields.flatMap(({ key }) => (config[key]?.trim() ? [[key, config[key].trim()]] : []));
    const body = { name: name.trim(), config: Object.fromEntries(offered) as Record<string, string> };
    try {
      if (isNew) await add.mutateAsync({ ...body, platform });
      else await change.mutateAsync({ id: editing.id, ...body });
      showToast(
        isNew
          ? ADDED[platform]
          : { title: "Integration updated", text: "Collaboration integration has been updated successfully." },
      );
      onClose();
    } catch {
      const failure = isNew
        ? NOT_ADDED[platform]
        : { title: "Update failed", text: "Unable to update integration. Please try again." };
      showToast({ ...failure, tone: "destructive" });
    }
  });

  return (
    <section aria-labelledby="collaboration-editor" className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id="collaboration-editor" className="font-serif text-24 font-medium">
        {isNew ? "Add Integration" : "Edit Integration"}
      </h2>
      <div className="mt-5 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
          <Field label="Platform" required>
            {(attributes) => (
              <select {...attributes} className="field-box" disabled={!isNew} {...register("platform")}>
                {CHAT_MANIFESTS.map(({ id, name, status }) => (
                  <option key={id} value={id}>
                    {name}
                    {status === "configure-only" && " (in development)"}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label="Name" required>
            {(attributes) => <input {...attributes} className="field-box" maxLength={100} {...register("name")} />}
          </Field>
          <ManifestFields manifest={manifest} register={register} errors={formState.errors} marksAll={!isNew} />
          <div className="flex flex-wrap gap-3">
            <Button
              look="primary"
              type="submit"
              disabled={!values.name.trim() || missesRequired || formState.isSubmitting}
            >
              {formState.isSubmitting ? "Saving..." : "Save"}
            </Button>
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
        <SetupGuide manifest={manifest} />
      </div>
    </section>
  );
}
