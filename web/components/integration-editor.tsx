import { type ReactNode, useId, useState } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { type ConnectorManifest, joinCredential, type ManifestField } from "../../connectors/manifest.ts";
import { showToast, type Toast } from "../lib/toast-store.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { SaveError } from "../ui/save-problem.tsx";
import { ConnectBox, OAuthCredentials } from "./connect-box.tsx";
import { DestinationChoice } from "./destination-choice.tsx";
import { DestinationOfToken } from "./destination-of-token.tsx";
import { QuestionDismissedError } from "./existing-articles.tsx";
import type { IntegrationForm } from "./integration-form.ts";
import { ManifestFields } from "./manifest-fields.tsx";
import type { SaveResult } from "./saved-toast.ts";
import { SetupGuide } from "./setup-guide.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";
import {
  lacksRequiredField,
  mapFieldErrors,
  toSaveResult,
  trimForm,
  useFirstFieldFocus,
  useIntegrationForm,
  useOAuthOffer,
  useOwnOAuthApp,
} from "./use-integration-form.ts";

interface IntegrationEditorProps {
  title: string;
  /** The platforms from which a new integration is chosen. An existing integration keeps its platform. */
  platforms: readonly ConnectorManifest[];
  initial: IntegrationForm;
  isNew: boolean;
  /** The id of the integration, if it is connected by OAuth. */
  connectedId?: string | undefined;
  /** Whether this form requires a value for a required field. */
  isEnforced: (field: ManifestField) => boolean;
  marksAll?: boolean;
  /** Returns what the form shows below the choice of the platform. */
  intro?: (platform: string) => ReactNode;
  submit: string;
  /** Returns the message that is shown while a save takes long. */
  whileSaving?: (platform: string) => string;
  /** Disables the button until all required fields have a value. */
  waitsForRequired?: boolean;
  onIncomplete?: () => void;
  /** Saves trimmed values. Values that were blank and still are blank are left out. */
  save: (form: IntegrationForm) => Promise<unknown>;
  saved: (platform: string, stored: SaveResult) => Toast;
  notSaved: (platform: string) => Toast;
  onClose: () => void;
}

/**
 * The form for every integration: the platform's fields, with the setup guide beside them. For a new integration that
 * can use OAuth, both are collapsed.
 */
export function IntegrationEditor({ title, platforms, initial, isNew, isEnforced, ...props }: IntegrationEditorProps) {
  const id = useId();
  const [failure, setFailure] = useState<unknown>(null);
  const own = useOwnOAuthApp();
  const form = useIntegrationForm(platforms, initial, isEnforced);
  const { register, handleSubmit, setError, formState, values } = form;
  const manifest = platforms.find((platform) => platform.id === values.platform);
  const offer = useOAuthOffer(manifest, isNew, own.isOwnApp);
  useFirstFieldFocus(form.setFocus, offer.isKnown, own.isOwnApp);
  const { isSubmitting, isDirty, errors } = formState;
  const { connectedId } = props;
  const withoutToken = own.isOwnApp ? undefined : connectedId;
  if (!manifest) return null;
  const isWaiting = props.waitsForRequired === true && lacksRequiredField(values, manifest, isEnforced);

  const save = handleSubmit(async (form) => {
    setFailure(null);
    try {
      showToast(props.saved(manifest.id, toSaveResult(await props.save(trimForm(form, initial, manifest)))));
      props.onClose();
    } catch (error) {
      if (error instanceof QuestionDismissedError) return;
      showToast({ ...props.notSaved(manifest.id), tone: "destructive" });
      setFailure(error);
      for (const { field, message } of mapFieldErrors(error)) setError(field, { message });
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
          {props.intro?.(manifest.id)}
          {offer.platform && <ConnectBox {...own} manifest={manifest} platform={offer.platform} />}
          {connectedId && <OAuthCredentials {...own} manifest={manifest} id={connectedId} name={initial.name} />}
          {!offer.isFolded && (
            <>
              <Field label="Name" required error={errors.name?.message}>
                {(attributes) => <input {...attributes} className="field-box" maxLength={100} {...register("name")} />}
              </Field>
              <PlatformFields
                {...{ manifest, form, isNew }}
                withoutToken={withoutToken}
                marksAll={(props.marksAll ?? false) && !connectedId}
              />
              <SaveError error={failure} />
            </>
          )}
          <Buttons {...props} platform={manifest.name} {...{ isWaiting, isSubmitting }} hasSave={!offer.isFolded} />
        </form>
        {!withoutToken && !offer.isFolded && <SetupGuide manifest={manifest} values={values.config} />}
      </div>
      <UnsavedGuard when={isDirty} />
    </section>
  );
}

interface PlatformFieldsProps {
  manifest: ConnectorManifest;
  form: ReturnType<typeof useIntegrationForm>;
  isNew: boolean;
  /** The id of an integration that stays connected by OAuth. Its destination is chosen from a list. */
  withoutToken: string | undefined;
  marksAll: boolean;
}

function PlatformFields({ manifest, form, isNew, withoutToken, marksAll }: PlatformFieldsProps) {
  const { register, formState, values, setValue } = form;
  const { place } = manifest;
  // The account that belongs to a token has a separate field.
  const { baseUrl = "", apiKey = "", spaceId = "" } = joinCredential(manifest, values.config ?? {});
  const choose = (id: string) => setValue("config.spaceId", id, { shouldDirty: true, shouldValidate: true });
  return (
    <>
      {withoutToken && place && (
        <DestinationChoice of={{ integrationId: withoutToken }} place={place} chosen={spaceId} onChoose={choose} />
      )}
      <ManifestFields
        {...{ manifest, register, marksAll }}
        errors={formState.errors}
        values={values.config ?? {}}
        only={withoutToken ? ({ secret, isExtra }) => !secret && !isExtra : undefined}
      />
      {isNew && place && (
        <DestinationOfToken
          place={place}
          credentials={{ type: manifest.id, baseUrl, apiKey }}
          chosen={spaceId}
          onChoose={choose}
        />
      )}
    </>
  );
}

interface PlatformFieldProps {
  platforms: readonly ConnectorManifest[];
  isFixed: boolean;
  registered: UseFormRegisterReturn;
}

/** Renders nothing when there is only one platform. */
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
          // A validation text that appears during the click moves the button. Capturing the pointer keeps the click on
          // the button.
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
