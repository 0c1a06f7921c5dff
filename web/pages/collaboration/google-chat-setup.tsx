import { useEffect } from "react";
import { useForm } from "react-hook-form";
import { googleChatManifest } from "../../../connectors/google-chat/manifest.ts";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { useAddCollaborationIntegration } from "../../api/collaboration-integrations.ts";
import { blankForm, type IntegrationForm } from "../../components/integration-form.ts";
import { ManifestFields } from "../../components/manifest-fields.tsx";
import { SetupGuide } from "../../components/setup-guide.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { showToast } from "../../ui/toast-store.ts";

const REQUIRED = ["workspaceId", "apiKey", "chatSpaceId"];

/** The guided form asks for more than the one on /channels, so that the first test succeeds. */
const manifest: ConnectorManifest = {
  ...googleChatManifest,
  fields: googleChatManifest.fields.map((field) => ({
    ...field,
    required: REQUIRED.includes(field.key),
    help: field.help.replace(/^Optional\. /, ""),
  })),
};

export function GoogleChatSetup({ onClose }: { onClose: () => void }) {
  const add = useAddCollaborationIntegration();
  const { register, handleSubmit, setFocus, formState } = useForm<IntegrationForm>({
    defaultValues: blankForm([manifest], manifest.id),
  });
  useEffect(() => setFocus("name"), [setFocus]);

  const save = handleSubmit(async ({ name, config }) => {
    const filled = Object.entries(config).flatMap(([key, value]) =>
      value.trim() ? [[key, value.trim()] as const] : [],
    );
    const given = Object.fromEntries(filled);
    if (!name.trim() || REQUIRED.some((key) => !given[key])) {
      showToast({ title: "Error", text: "Please fill in all required fields", tone: "destructive" });
      return;
    }
    try {
      await add.mutateAsync({ name: name.trim(), platform: "google-chat", config: given });
      showToast({ title: "Google Chat integration added successfully" });
      onClose();
    } catch {
      showToast({ title: "Failed to add Google Chat integration", tone: "destructive" });
    }
  });

  return (
    <section aria-labelledby="google-chat-setup" className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id="google-chat-setup" className="font-serif text-24 font-medium">
        Set up Google Chat
      </h2>
      <div className="mt-5 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
          <Field label="Name" required>
            {(control) => <input {...control} className="field-box" maxLength={100} {...register("name")} />}
          </Field>
          <ManifestFields manifest={manifest} register={register} errors={formState.errors} />
          <div className="flex flex-wrap gap-3">
            <Button look="primary" type="submit" disabled={formState.isSubmitting}>
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
