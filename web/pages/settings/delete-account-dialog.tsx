import type { AccountDeletion } from "../../../shared/contract/personal-data.ts";
import { DELETION_WORD } from "../../../shared/domain/people.ts";
import { ApiError } from "../../api/client.ts";
import { useAccountDeletion, useDeleteAccount } from "../../api/personal-data.ts";
import { useContractForm } from "../../components/use-contract-form.ts";
import { formatDay, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Modal } from "../../ui/modal.tsx";
import { QueryView } from "../../ui/query-view.tsx";

export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      labelledBy="delete-account"
      describedBy="delete-account-effects"
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <Question onClose={onClose} />
    </Modal>
  );
}

function Question({ onClose }: { onClose: () => void }) {
  const deletion = useAccountDeletion();
  return (
    <>
      <h2 id="delete-account" className="font-serif text-24">
        Delete your account?
      </h2>
      <div id="delete-account-effects">
        <QueryView query={deletion} loading={<div className="late skeleton mt-4 h-40" />}>
          {(what) => <Form what={what} onClose={onClose} />}
        </QueryView>
      </div>
    </>
  );
}

function Form({ what, onClose }: { what: AccountDeletion; onClose: () => void }) {
  const deleting = useDeleteAccount();
  const form = useContractForm(deleting, {
    values: { proof: "" },
    toBody: ({ proof }) => proof,
    onSaved: () => location.assign("/account-deleted"),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-soft">
        {listEffects(what).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <div className="mt-5">
        <Field
          label={what.proof === "password" ? "Your password" : `Type the word ${DELETION_WORD}`}
          required
          error={form.failure ? reasonOf(form.failure) : undefined}
        >
          {(control) => (
            <input
              {...control}
              type={what.proof === "password" ? "password" : "text"}
              autoComplete={what.proof === "password" ? "current-password" : "off"}
              maxLength={256}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to answer here
              autoFocus
              className="field-box"
              {...form.register("proof", { onChange: () => deleting.isError && deleting.reset() })}
            />
          )}
        </Field>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" type="submit" disabled={form.values.proof === "" || form.isSaving || deleting.isSuccess}>
          {what.isLastPerson ? "Delete account and workspace" : "Delete account"}
        </Button>
      </div>
    </form>
  );
}

const listed = (names: string[]) => new Intl.ListFormat("en").format(names);

export function listEffects({ isLastPerson, articles, integrations, workspaces, purgedBy }: AccountDeletion): string[] {
  const gone = `By ${formatDay(purgedBy)} everything is removed for good. Until then the operator can bring it back.`;
  const namesOf = (goes: boolean) => workspaces.filter((one) => one.goes === goes).map(({ name }) => name);
  const where =
    workspaces.length > 1 ? [`You are in ${workspaces.length} workspaces: it ends your access to all of them.`] : [];
  const stays = `${workspaces.length > 1 ? listed(namesOf(false)) : "The workspace and its articles"} stay${namesOf(false).length === 1 && workspaces.length > 1 ? "s" : ""} with the others who are in it.`;
  if (!isLastPerson) return ["All your sessions end at once, and you can no longer sign in.", ...where, stays, gone];
  const named = workspaces.length > 1 ? listed(namesOf(true)) : "the workspace";
  return [
    "All your sessions end at once, and you can no longer sign in.",
    ...where,
    ...(namesOf(false).length > 0 ? [stays] : []),
    `Nobody else is in ${named}, so it goes with you: ${articles === 0 ? "every message" : `${formatItems(articles, "article")}, the messages they came from`}, and every setting.`,
    integrations === 0
      ? "Reading stops."
      : `Reading stops, and the tokens of ${formatItems(integrations, "platform")} are erased at once.`,
    "Pages that were published to your own platforms stay there.",
    "A paid plan ends, and nothing more is charged.",
    gone,
  ];
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "No answer came from the server. Check your connection.";
  return error.fields[0]?.message ?? error.said ?? "Nothing was deleted. Please try again.";
}
