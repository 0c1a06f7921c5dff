import { type FormEvent, useRef, useState } from "react";
import type {
  LanguageModelSettings,
  ModelProviderFacts,
  ModelTest,
} from "../../../../shared/contract/language-model.ts";
import {
  type ModelConnection,
  useListModels,
  useModelProviders,
  useSaveOwnModel,
} from "../../../api/language-model.ts";
import { Section } from "../../../components/section.tsx";
import { formatItems } from "../../../lib/format.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { ConnectionFields } from "./connection-fields.tsx";
import { type ChosenModelNames, ModelNames } from "./model-names.tsx";
import { ProviderChoice, ProviderSentences } from "./provider-choice.tsx";
import { TestOutcome } from "./test-outcome.tsx";

interface ModelFormProps {
  settings: LanguageModelSettings;
  onSaved: (test: ModelTest) => void;
  onCancel?: () => void;
}

/** Matches screens on which the key's field is below all providers, outside the visible part. */
const PHONE = "(max-width: 40rem)";
const NEAREST = { block: "nearest" } as const;
const NO_NAMES: ChosenModelNames = { main: "", fast: "", check: "" };

/** The form's state: the chosen connection and its models. Saving tests the connection first. */
function useModelForm({ settings, onSaved }: ModelFormProps) {
  const offer = useModelProviders(true).data;
  const [connection, setConnection] = useState<ModelConnection | null>(
    settings.source === "workspace" ? connectionOf(settings) : null,
  );
  const [names, setNames] = useState<ChosenModelNames>(NO_NAMES);
  const listing = useListModels();
  const saving = useSaveOwnModel();
  const provider = offer?.providers.find(({ id }) => id === connection?.provider);

  const findModels = (wanted: ModelConnection) =>
    listing.mutate(wanted, {
      onSuccess: ({ suggested }) =>
        setNames({ main: suggested?.main ?? "", fast: suggested?.fast ?? "", check: suggested?.check ?? "" }),
    });
  const change = (next: ModelConnection) => {
    setConnection(next);
    listing.reset();
    saving.reset();
    setNames(NO_NAMES);
  };
  const changeAndFind = (next: ModelConnection) => {
    change(next);
    const chosen = offer?.providers.find(({ id }) => id === next.provider);
    if (chosen?.listsModels && isComplete(next, chosen, settings)) findModels(next);
  };
  const choosesModels =
    provider !== undefined && (!provider.listsModels || (listing.isSuccess && listing.data.problem === null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!connection || !provider || !isComplete(connection, provider, settings)) return;
    if (!choosesModels) return findModels(connection);
    if (names.main.trim() === "" || saving.isPending) return;
    saving.mutate(
      { ...connection, models: namesToSave(names) },
      {
        onSuccess: ({ saved, test }) => {
          if (!saved) return;
          showToast({ title: "Language model saved", text: "New articles are written with it from now on." });
          onSaved(test);
        },
      },
    );
  };
  return {
    offer,
    connection,
    provider,
    names,
    setNames,
    listing,
    saving,
    change,
    changeAndFind,
    choosesModels,
    submit,
  };
}
type ModelFormState = ReturnType<typeof useModelForm>;

/** The form: provider, key, models, test. Each step appears when the previous one is done. */
export function ModelForm(props: ModelFormProps) {
  const { settings, onCancel } = props;
  const form = useModelForm(props);
  const { offer, connection, provider } = form;
  const connecting = useRef<HTMLDivElement>(null);
  return (
    <Section title={settings.source === "workspace" ? "Change the language model" : "Choose a language model"}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-6 pt-4">
        {offer?.ollamaHere && connection?.provider !== "ollama" && (
          <OllamaHere {...offer.ollamaHere} onUse={(address) => form.changeAndFind({ provider: "ollama", address })} />
        )}
        <ProviderChoice
          providers={offer?.providers ?? []}
          chosen={connection?.provider ?? null}
          onChoose={(id) => {
            form.change({ provider: id });
            requestAnimationFrame(() => matchMedia(PHONE).matches && connecting.current?.scrollIntoView(NEAREST));
          }}
        />
        {connection && provider && (
          <div ref={connecting} className="flex scroll-my-4 flex-col gap-6">
            <KeyAndModels settings={settings} form={form} connection={connection} provider={provider} />
          </div>
        )}
        {onCancel && (
          <div>
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}

interface OllamaHereProps {
  address: string;
  models: string[];
  onUse: (address: string) => void;
}

function OllamaHere({ address, models, onUse }: OllamaHereProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-rule p-4">
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        Ollama runs on this machine with {formatItems(models.length, "model")}. Nothing would leave it.
      </p>
      <Button onClick={() => onUse(address)}>Use Ollama</Button>
    </div>
  );
}

interface KeyAndModelsProps {
  settings: LanguageModelSettings;
  form: ModelFormState;
  connection: ModelConnection;
  provider: ModelProviderFacts;
}

function KeyAndModels({ settings, form, connection, provider }: KeyAndModelsProps) {
  const { names, listing, saving, choosesModels } = form;
  return (
    <>
      <ProviderSentences provider={provider} />
      <ConnectionFields
        provider={provider}
        connection={connection}
        storedKey={keyStoredFor(connection, settings)}
        onChange={form.change}
        onPasted={form.changeAndFind}
      />
      <output className="text-13 text-wrong empty:hidden">{listing.data?.problem}</output>
      <SaveError error={listing.error} />
      {choosesModels && <ModelNames names={names} models={listing.data?.models ?? []} onChange={form.setNames} />}
      {saving.data && !saving.data.saved && <TestOutcome test={saving.data.test} />}
      <SaveError error={saving.error} />
      <Steps
        isListing={listing.isPending}
        isTesting={saving.isPending}
        choosesModels={choosesModels}
        isReady={isComplete(connection, provider, settings) && (!choosesModels || names.main.trim() !== "")}
      />
    </>
  );
}

interface StepsProps {
  isListing: boolean;
  isTesting: boolean;
  choosesModels: boolean;
  isReady: boolean;
}

function Steps({ isListing, isTesting, choosesModels, isReady }: StepsProps) {
  if (!choosesModels)
    return (
      <div>
        <Button type="submit" look="primary" disabled={!isReady || isListing}>
          {isListing ? "Reading the list of models..." : "Show models"}
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button type="submit" look="primary" disabled={!isReady || isTesting}>
        {isTesting ? "Testing..." : "Test and save"}
      </Button>
      <p aria-live="polite" className="min-w-0 flex-1 basis-64 text-13 text-pretty text-soft">
        {isTesting
          ? "Finding, writing and checking a sample conversation. A slow model takes a minute or two."
          : "It finds, writes and checks a sample conversation of ours, and is saved if all of that works."}
      </p>
    </div>
  );
}

/** The settings contain only the origin of the URL, so a URL with a path has to be typed again. */
const connectionOf = ({ provider, address, region }: LanguageModelSettings): ModelConnection | null =>
  provider && { provider, ...(address && provider === "ollama" && { address }), ...(region && { region }) };

/** The stored key's last four characters, if it would be reused for this connection. */
function keyStoredFor(connection: ModelConnection, settings: LanguageModelSettings): string | null {
  const { source, provider, address, region, keyLast4 } = settings;
  const isSame =
    source === "workspace" &&
    provider === connection.provider &&
    (address ?? "") === (connection.address ?? "") &&
    (region ?? "") === (connection.region ?? "");
  return isSame ? keyLast4 : null;
}

const isComplete = (connection: ModelConnection, provider: ModelProviderFacts, settings: LanguageModelSettings) =>
  (!provider.needsKey || Boolean(connection.key?.trim()) || keyStoredFor(connection, settings) !== null) &&
  (!provider.needsAddress || URL.canParse(connection.address ?? "")) &&
  (!provider.needsRegion || Boolean(connection.region?.trim()));

const namesToSave = ({ main, fast, check }: ChosenModelNames) => ({
  main: main.trim(),
  ...(fast.trim() && { fast: fast.trim() }),
  ...(check.trim() && { check: check.trim() }),
});
