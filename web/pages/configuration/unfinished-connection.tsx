import { useId } from "react";
import { type UseFormReturn, useForm, useWatch } from "react-hook-form";
import { useSearchParams } from "react-router";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { KNOWLEDGE_MANIFESTS } from "../../../connectors/manifests.ts";
import type { UnfinishedConnection } from "../../../shared/contract/connections.ts";
import { ApiError } from "../../api/client.ts";
import { useAbandonConnection, useFinishConnection } from "../../api/connections.ts";
import { useIntegrations } from "../../api/integrations.ts";
import { DestinationChoice } from "../../components/destination-choice.tsx";
import { useExistingArticlesQuestion } from "../../components/existing-articles.tsx";
import { getPlatformName } from "../../lib/platforms.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveError } from "../../ui/save-problem.tsx";

const NAME_CHARACTERS = 100;

interface Destination {
  name: string;
  siteId: string;
  spaceId: string;
}

/** The last step after a platform granted access: the person chooses the destination for articles. */
export default function FinishConnection({ connection }: { connection: UnfinishedConnection }) {
  const { id, platform, account } = connection;
  const heading = useId();
  const giveUp = useAbandonConnection();
  const { form, save, finish, question } = usePlace(connection);
  const forgetOutcome = useForgetOutcome();
  return (
    <section aria-labelledby={heading} className="rounded-box border border-rule bg-raised p-5 sm:p-7">
      <h2 id={heading} className="font-serif text-24 font-medium">
        Finish connecting {getPlatformName(platform)}
      </h2>
      <p className="mt-1 text-13 text-soft">Access granted for {account}. Finish within an hour, or connect again.</p>
      <form noValidate onSubmit={(event) => void save(event)} className="mt-5 flex max-w-xl flex-col gap-5">
        <PlaceFields connection={connection} form={form} />
        <SaveError error={finish.error} />
        {question}
        <div className="flex flex-wrap gap-3">
          <Button look="primary" type="submit" disabled={finish.isPending}>
            {finish.isPending ? "Saving..." : "Add Integration"}
          </Button>
          <Button
            look="quiet"
            disabled={giveUp.isPending}
            onClick={() => giveUp.mutate(id, { onSuccess: forgetOutcome })}
          >
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Removes the notice above, which asks for the destination, together with this form. */
function useForgetOutcome() {
  const [, setQuery] = useSearchParams();
  return () => setQuery({}, { replace: true });
}

function usePlace({ id, platform, account, sites, parentPageId }: UnfinishedConnection) {
  const { data: others = [] } = useIntegrations();
  const platformName = getPlatformName(platform);
  const isFirst = others.every(({ name }) => name !== platformName);
  const finish = useFinishConnection();
  const { ask, question } = useExistingArticlesQuestion();
  const forgetOutcome = useForgetOutcome();
  const form = useForm<Destination>({
    defaultValues: {
      name: isFirst ? platformName : `${platformName} (${account})`.slice(0, NAME_CHARACTERS),
      siteId: sites[0]?.id ?? "",
      spaceId: parentPageId ?? "",
    },
  });
  const save = form.handleSubmit(async ({ name, siteId, spaceId }) => {
    try {
      const existing = await ask(name);
      const place = { name, spaceId, existing, ...(siteId && { siteId }) };
      const { trouble, notTested } = await finish.mutateAsync({ id, ...place });
      forgetOutcome();
      const text = notTested ?? (trouble && `Nothing can be published there yet: ${trouble}`);
      showToast({ title: "Integration added", ...(text && { text, tone: "destructive" as const }) });
    } catch (error) {
      for (const { path, message } of error instanceof ApiError ? error.fields : [])
        if (path === "name" || path === "siteId" || path === "spaceId") form.setError(path, { message });
    }
  });
  return { form, save, finish, question };
}

function PlaceFields({ connection, form }: { connection: UnfinishedConnection; form: UseFormReturn<Destination> }) {
  const { register, formState } = form;
  const { errors } = formState;
  const [siteId, spaceId] = useWatch({ control: form.control, name: ["siteId", "spaceId"] });
  const manifest: ConnectorManifest | undefined = KNOWLEDGE_MANIFESTS.find(({ id }) => id === connection.platform);
  const field = manifest?.fields.find(({ key }) => key === "spaceId");
  const place = field && (
    <Field label={field.label} help={field.help} required error={errors.spaceId?.message}>
      {(control) => (
        <input
          {...control}
          className="field-box"
          placeholder={field.placeholder}
          spellCheck={false}
          {...register("spaceId", { required: `${field.label} is required.` })}
        />
      )}
    </Field>
  );
  return (
    <>
      <Field label="Name" required error={errors.name?.message}>
        {(control) => (
          <input
            {...control}
            className="field-box"
            maxLength={NAME_CHARACTERS}
            {...register("name", { required: "Name is required." })}
          />
        )}
      </Field>
      <SiteField sites={connection.sites} form={form} />
      {manifest?.place ? (
        <DestinationChoice
          // Another site has other spaces, so the key resets the choice.
          key={siteId}
          of={{ connectionId: connection.id, siteId }}
          place={manifest.place}
          chosen={spaceId}
          onChoose={(id) => form.setValue("spaceId", id, { shouldValidate: true })}
          isFieldShown={errors.spaceId !== undefined}
        >
          {place}
        </DestinationChoice>
      ) : (
        place
      )}
    </>
  );
}

/** Lets the person choose a site. Renders nothing if there is only one. */
function SiteField({ sites, form }: Pick<UnfinishedConnection, "sites"> & { form: UseFormReturn<Destination> }) {
  if (sites.length < 2) return null;
  return (
    <Field label="Site" required error={form.formState.errors.siteId?.message}>
      {(control) => (
        <select {...control} className="field-box" {...form.register("siteId")}>
          {sites.map((site) => (
            <option key={site.id} value={site.id}>
              {site.name} ({site.url.replace(/^https?:\/\//, "")})
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
