import { useEffect } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { getManifest, KNOWLEDGE_MANIFESTS, type KnowledgePlatform } from "../../../connectors/manifests.ts";
import { useAddIntegration, useChangeIntegration } from "../../api/integrations.ts";
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
import { showToast } from "../../ui/toast-store.ts";
import type { Editing } from "./configuration-page.tsx";

const PLATFORMS: readonly ConnectorManifest[] = KNOWLEDGE_MANIFESTS;

interface IntegrationEditorProps {
  editing: NonNullable<Editing>;
  onClose: () => void;
}

/** One form for adding and for editing. */
export function IntegrationEditor({ editing, onClose }: IntegrationEditorProps) {
  const isNew = editing === "new";
  const add = useAddIntegration();
  const change = useChangeIntegration();
  const { register, handleSubmit, control, setFocus, formState } = useForm<IntegrationForm>({
    defaultValues: isNew ? blankForm(PLATFORMS, "confluence") : formOf(editing),
    // When editing, an empty secret keeps the stored one.
    resolver: checkedByManifest((field) => isNew || !field.secret),
    // Not on leaving a field: the text that appears would move the button from under the pointer.
    mode: "onChange",
    delayError: TYPING_REST_MS,
  });
  useEffect(() => setFocus("name"), [setFocus]);
  const manifest = getManifest(useWatch({ control, name: "platform" }) as KnowledgePlatform);

  const save = handleSubmit(async ({ name, platform, config }) => {
    const { baseUrl = "", spaceId = "", apiKey = "" } = config;
    const body = { name: name.trim(), type: platform, baseUrl: baseUrl.trim(), spaceId: spaceId.trim(), apiKey };
    try {
      if (isNew) await add.mutateAsync(body);
      else await change.mutateAsync({ id: editing.id, ...body });
      showToast({ title: isNew ? "Integration added" : "Integration updated" });
      onClose();
    } catch {
      showToast({
        title: "Error",
        text: isNew ? "Failed to add integration. Please check your configuration." : "Failed to update integration.",
        tone: "destructive",
      });
    }
  });

  return (
    <section aria-labelledby="integration-editor" className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id="integration-editor" className="font-serif text-24 font-medium">
        {isNew ? "Add Integration" : "Edit Integration"}
      </h2>
      <div className="mt-5 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
          <Field label="Name" required error={formState.errors.name?.message}>
            {(attributes) => <input {...attributes} className="field-box" maxLength={100} {...register("name")} />}
          </Field>
          <Field label="Platform" required>
            {(attributes) => (
              <select {...attributes} className="field-box" disabled={!isNew} {...register("platform")}>
                {PLATFORMS.map(({ id, name, status }) => (
                  <option key={id} value={id} disabled={status !== "live"}>
                    {status === "live" ? name : `${name} (Coming Soon)`}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <ManifestFields manifest={manifest} register={register} errors={formState.errors} />
          <div className="flex flex-wrap gap-3">
            <Button look="primary" type="submit" disabled={formState.isSubmitting}>
              {isNew ? "Add Integration" : "Save Changes"}
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

const formOf = ({ name, type, baseUrl, spaceId, apiKey }: Exclude<Editing, null | "new">): IntegrationForm => ({
  name,
  platform: type,
  config: { baseUrl, spaceId, apiKey },
});
