import { useId, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { ConnectorManifest, ManifestField } from "../../connectors/manifest.ts";
import { showToast, type Toast } from "../lib/toast-store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { SaveProblem } from "../ui/save-problem.tsx";
import { ConnectBox, ConnectedBox } from "./connect-box.tsx";
import type { IntegrationForm } from "./integration-form.ts";
import { ManifestFields } from "./manifest-fields.tsx";
import type { Saved } from "./saved-toast.ts";
import { SetupGuide } from "./setup-guide.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import {
  fieldsOf,
  lacksRequired,
  savedOf,
  trimmed,
  useFilledForm,
  useFocus,
  useOffer,
  useOwnApp,
} from "./use-integration-form.ts";

interface IntegrationEditorProps {
  title: string;
  /** Of more than one, a person chooses; that of a stored integration stays. */
  platforms: readonly ConnectorManifest[];
  initial: IntegrationForm;
  isNew: boolean;
  /** Its id, where it was connected by OAuth. */
  connectedId?: string | undefined;
  /** Which of the required fields must be filled. */
  isEnforced: (field: ManifestField) => boolean;
  marksAll?: boolean;
  submit: string;
  /** What is shown while it is saved, where that takes longer than a moment. */
  whileSaving?: (platform: string) => string;
  /** Closes the button instead of saying what is missing once it is pressed. */
  waitsForRequired?: boolean;
  onIncomplete?: () => void;
  /** Values are trimmed; those that are and were blank are left out. */
  save: (form: IntegrationForm) => Promise<unknown>;
  saved: (platform: string, stored: Saved) => Toast;
  notSaved: (platform: string) => Toast;
  onClose: () => void;
}

/**
 * The one form for any integration: its platform's fields from the manifest, and the setup guide beside them. Where a new one can be
 * connected by OAuth, both are folded.
 */
export function IntegrationEditor({ title, platforms, initial, isNew, isEnforced, ...props }: IntegrationEditorProps) {
  const id = useId();
  const [failure, setFailure] = useState<unknown>(null);
  const own = useOwnApp();
  const form = useFilledForm(platforms, initial, isEnforced);
  const { register, handleSubmit, setError, formState, values } = form;
  const manifest = platforms.find((platform) => platform.id === values.platform);
  const offer = useOffer(manifest, isNew, own.isOwnApp);
  useFocus(form.setFocus, offer.isKnown, own.isOwnApp);
  const { isSubmitting, isDirty, errors } = formState;
  const { connectedId } = props;
  const needsNoToken = connectedId !== undefined && !own.isOwnApp;
  if (!manifest) return null;
  const isWaiting = props.waitsForRequired === true && lacksRequired(values, manifest, isEnforced);

  const save = handleSubmit(async (form) => {
    setFailure(null);
    try {
      const stored = await props.save(trimmed(form, initial, manifest));
      showToast(props.saved(manifest.id, savedOf(stored)));
      props.onClose();
    } catch (error) {
      showToast({ ...props.notSaved(manifest.id), tone: "destructive" });
      setFailure(error);
      for (const { field, message } of fieldsOf(error)) setError(field, { message });
    }
  }, props.onIncomplete);

  return (
    <section aria-labelledby={id} className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id={id} className="font-serif text-24 font-medium">
        {title}
      </h2>
      <div className="mt-5 grid gap-x-14 gap-y-8 lg:grid-cols-2">
        <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
          <PlatformField platforms={platforms} isFixed={!isNew} registered={register("platform")} />
          {offer.platform && <ConnectBox {...own} manifest={manifest} platform={offer.platform} />}
          {connectedId && <ConnectedBox {...own} manifest={manifest} id={connectedId} name={initial.name} />}
          {!offer.isFolded && (
            <>
              <Field label="Name" required error={errors.name?.message}>
                {(attributes) => <input {...attributes} className="field-box" maxLength={100} {...register("name")} />}
              </Field>
              <ManifestFields
                {...{ manifest, register, errors }}
                values={values.config ?? {}}
                marksAll={(props.marksAll ?? false) && !connectedId}
                only={needsNoToken ? ({ secret, isExtra }) => !secret && !isExtra : undefined}
              />
              <SaveProblem error={failure} />
            </>
          )}
          <Buttons {...props} platform={manifest.name} {...{ isWaiting, isSubmitting }} hasSave={!offer.isFolded} />
        </form>
        {!needsNoToken && !offer.isFolded && <SetupGuide manifest={manifest} values={values.config} />}
      </div>
      <UnsavedGuard when={isDirty} />
    </section>
  );
}

interface PlatformFieldProps {
  platforms: readonly ConnectorManifest[];
  isFixed: boolean;
  registered: UseFormRegisterReturn;
}

/** Nothing where there is no choice. */
function PlatformField({ platforms, isFixed, registered }: PlatformFieldProps) {
  if (platforms.length < 2) return null;
  return (
    <Field label="Platform" required>
      {(attributes) => (
        <select {...attributes} className="field-box" disabled={isFixed} {...registered}>
          {platforms.map((platform) => (
            <option key={platform.id} value={platform.id}>
              {platform.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ButtonsProps extends Pick<IntegrationEditorProps, "submit" | "whileSaving" | "onClose"> {
  platform: string;
  isWaiting: boolean;
  isSubmitting: boolean;
  hasSave: boolean;
}

function Buttons({ submit, whileSaving, onClose, platform, isWaiting, isSubmitting, hasSave }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <output className="basis-full text-13 text-soft empty:hidden">{isSubmitting && whileSaving?.(platform)}</output>
      {hasSave && (
        <Button
          look="primary"
          type="submit"
          disabled={isWaiting || isSubmitting}
          // A text that appears in this moment moves the button; the press stays its own.
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        >
          {isSubmitting ? "Saving..." : submit}
        </Button>
      )}
      <Button look={hasSave ? "quiet" : "plain"} onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}
