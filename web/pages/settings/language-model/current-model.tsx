import { type ReactNode, useState } from "react";
import type { LanguageModelSettings, ModelTest } from "../../../../shared/contract/language-model.ts";
import { useModelProviders, useRemoveOwnModel, useReplaceModelKey, useTestModel } from "../../../api/language-model.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { formatDay } from "../../../lib/format.ts";
import { handleResult } from "../../../lib/handle-result.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmButton } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { describeModel } from "./model-facts.ts";
import { TestOutcome } from "./test-outcome.tsx";

interface CurrentModelProps {
  settings: LanguageModelSettings;
  onTested: (test: ModelTest) => void;
  onChange: () => void;
}

/** Shows the current model, who provides it, and its actions. */
export function CurrentModel({ settings, onTested, onChange }: CurrentModelProps) {
  const { source, provider, address, region, keyLast4, models, testedAt, ownKeys } = settings;
  const providers = useModelProviders(true).data?.providers;
  const facts = providers?.find(({ id }) => id === provider);
  const test = useTestModel();
  const isOwn = source === "workspace";
  return (
    <>
      {!isOwn && (
        <p className="max-w-[65ch] pt-4 text-pretty text-soft">
          The operator of this installation provides this model for all workspaces.
        </p>
      )}
      <dl className="mt-1.5 divide-y divide-rule border-b border-rule">
        <Fact name="Provider">{facts?.name ?? provider}</Fact>
        {address && <Fact name="Address">{address}</Fact>}
        {region && <Fact name="Region">{region}</Fact>}
        {isOwn && keyLast4 && <Fact name="Key">ends in {keyLast4}</Fact>}
        {models && (
          <>
            <Fact name="Writes">{describeModel(models.main)}</Fact>
            <Fact name="Finds">{describeModel(models.fast)}</Fact>
            <Fact name="Checks">{describeModel(models.check)}</Fact>
            {models.fallback && <Fact name="If that fails">{describeModel(models.fallback)}</Fact>}
          </>
        )}
        {facts && (
          <Fact name="Privacy">
            {facts.where} {facts.kept}
          </Fact>
        )}
        {testedAt && (
          <Fact name="Tested">
            <RelativeTime at={testedAt} />
          </Fact>
        )}
      </dl>
      <p className="pt-2 text-13 text-faint">Prices per million tokens, as of {formatDay(settings.pricesAsOf)}.</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button disabled={test.isPending} onClick={() => test.mutate(undefined, { onSuccess: onTested })}>
          {test.isPending ? "Testing..." : "Test"}
        </Button>
        {ownKeys.allowed && <Button onClick={onChange}>{isOwn ? "Change" : "Use a model of your own"}</Button>}
        {isOwn && keyLast4 && <ReplaceKey onTested={onTested} />}
        {isOwn && <Remove />}
      </div>
      <div className="pt-2">
        <SaveError error={test.error} saved="" />
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-2.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-soft">{name}</dt>
      <dd className="text-pretty wrap-anywhere">{children}</dd>
    </div>
  );
}

function ReplaceKey({ onTested }: { onTested: (test: ModelTest) => void }) {
  const [isOpen, setOpen] = useState(false);
  const replacing = useReplaceModelKey();
  const form = useContractForm(replacing, {
    values: { key: "" },
    toBody: ({ key }) => key,
    onSaved: ({ saved, test }) => {
      if (!saved) return;
      onTested(test);
      showToast({ title: "Key replaced", text: "The old key is deleted here. Revoke it at the provider too." });
      close();
    },
  });
  const close = () => {
    setOpen(false);
    form.reset({ key: "" });
    replacing.reset();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Replace key</Button>
      <Dialog title="Replace the key" open={isOpen} onClose={close} closesOutside={false}>
        <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-4">
          <Field
            label="New key"
            help="It is tested first. The old key stays in use until the new one works."
            error={form.errorOf("key")}
          >
            {(control) => (
              <input {...control} type="password" autoComplete="off" className="field-box" {...form.register("key")} />
            )}
          </Field>
          {replacing.data && !replacing.data.saved && <TestOutcome test={replacing.data.test} />}
          <SaveError error={form.failure} />
          <div className="flex flex-wrap justify-end gap-3">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary" disabled={form.values.key.trim() === "" || form.isSaving}>
              {form.isSaving ? "Testing..." : "Test and replace"}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

function Remove() {
  const removal = useRemoveOwnModel();
  const remove = () =>
    handleResult(
      removal.mutateAsync(),
      () => showToast({ title: "Language model removed", text: "The key is deleted here." }),
      () => showToast({ title: "Not removed", text: "Please try again.", tone: "destructive" }),
    );
  return (
    <ConfirmButton
      title="Remove the language model?"
      text="The key is deleted. Articles stay as they are. New ones are written with the operator's model if there is one, and saved in the chat's own words if not."
      confirm="Remove model and key"
      onConfirm={remove}
    >
      <Button look="quiet">Remove</Button>
    </ConfirmButton>
  );
}
