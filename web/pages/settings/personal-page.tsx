import { type FormEvent, type ReactNode, useState } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { ROLES, type Role } from "../../../shared/domain/people.ts";
import { type ProfileValues, useSaveProfile, useUser } from "../../api/account.ts";
import { ApiError } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { ROLE_NAMES } from "../../lib/names.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveProblem } from "../../ui/save-problem.tsx";
import { DatesForm } from "./dates-form.tsx";
import { PersonalDataSection } from "./personal-data-section.tsx";
import { ProvisioningSection } from "./provisioning.tsx";

const REQUIRED = [
  { key: "firstName", label: "First Name", type: "text", autoComplete: "given-name", maxLength: 100 },
  { key: "lastName", label: "Last Name", type: "text", autoComplete: "family-name", maxLength: 100 },
  { key: "email", label: "Email", type: "email", autoComplete: "email", maxLength: 254 },
] as const;

export default function PersonalPage() {
  const user = useUser();
  return (
    <Page title="Personal Information" description="Your name, address and role">
      <QueryView query={user} loading={<div className="late skeleton h-80 max-w-3xl" />}>
        {(person) => (
          <div className="flex max-w-3xl flex-col gap-14">
            <ProfileForm user={person} />
            <DatesForm user={person} />
            <PersonalDataSection />
            {can(person, "read", "provisioning") && <ProvisioningSection />}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

/** Read-only until Edit. `draft` null: nobody edits. */
function ProfileForm({ user }: { user: User }) {
  const [draft, setDraft] = useState<ProfileValues | null>(null);
  const [missing, setMissing] = useState<readonly (typeof REQUIRED)[number]["key"][]>([]);
  const saving = useSaveProfile();
  const values = draft ?? valuesOf(user);
  const change = (part: Partial<ProfileValues>) => draft && setDraft({ ...draft, ...part });
  const refused = saving.error instanceof ApiError ? saving.error.fields : [];
  const problemWith = (field: string) => refused.find(({ path }) => path === field)?.message;
  const passwordProblem = problemWith("currentPassword");
  const stopEditing = () => {
    setDraft(null);
    setMissing([]);
    saving.reset();
  };

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!draft || saving.isPending) return;
    const missing = REQUIRED.filter(({ key }) => draft[key].trim() === "").map(({ key }) => key);
    setMissing(missing);
    if (missing.length > 0) {
      showToast({ title: "Validation Error", text: "Please fill in all required fields.", tone: "destructive" });
      return;
    }
    saving.mutate(draft, {
      onSuccess: ({ pendingEmail }) => {
        tellSaved(pendingEmail);
        stopEditing();
      },
      onError: tellNotSaved,
    });
  };

  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-6 border-t border-ink/80 pt-6">
      <div className="grid gap-5 sm:grid-cols-2">
        {REQUIRED.map((field) => (
          <RequiredField
            key={field.key}
            field={field}
            value={values[field.key]}
            isEditing={draft !== null}
            help={field.key === "email" && <PendingEmail user={user} />}
            error={missing.includes(field.key) ? "Required." : problemWith(field.key)}
            onChange={(value) => {
              change({ [field.key]: value });
              setMissing(missing.filter((one) => one !== field.key));
            }}
          />
        ))}
        {draft && passwordProblem && (
          <CurrentPassword
            value={draft.currentPassword ?? ""}
            problem={passwordProblem}
            onChange={(currentPassword) => change({ currentPassword })}
          />
        )}
        <RoleField role={values.role} isEditing={draft !== null} onChange={(role) => change({ role })} />
      </div>
      <SaveProblem error={saving.error} />
      <Buttons
        isEditing={draft !== null}
        isSaving={saving.isPending}
        onEdit={() => setDraft(valuesOf(user))}
        onCancel={stopEditing}
      />
      <UnsavedGuard when={draft !== null && JSON.stringify(draft) !== JSON.stringify(valuesOf(user))} />
    </form>
  );
}

const tellSaved = (pendingEmail: string | null) =>
  showToast({
    title: "Profile Updated",
    text: pendingEmail
      ? `Open the link we sent to ${pendingEmail} to use that address.`
      : "Your information has been updated.",
  });

const tellNotSaved = () =>
  showToast({
    title: "Update Failed",
    text: "Failed to update your information. Please try again.",
    tone: "destructive",
  });

interface RequiredFieldProps {
  field: (typeof REQUIRED)[number];
  value: string;
  isEditing: boolean;
  help: ReactNode;
  error: string | undefined;
  onChange: (value: string) => void;
}

function RequiredField({ field, value, isEditing, help, error, onChange }: RequiredFieldProps) {
  const { key, label, ...attributes } = field;
  return (
    <div className={key === "email" ? "sm:col-span-2" : undefined}>
      <Field label={label} required={isEditing} help={help} error={error}>
        {(control) => (
          <input
            {...control}
            {...attributes}
            className="field-box read-only:border-rule read-only:bg-transparent"
            readOnly={!isEditing}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  );
}

interface ButtonsProps {
  isEditing: boolean;
  isSaving: boolean;
  onEdit: () => void;
  onCancel: () => void;
}

function Buttons({ isEditing, isSaving, onEdit, onCancel }: ButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      {isEditing ? (
        <>
          <Button key="save" look="primary" type="submit" disabled={isSaving}>
            {isSaving ? "Saving..." : "Save"}
          </Button>
          <Button key="cancel" look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </>
      ) : (
        <Button key="edit" onClick={onEdit}>
          Edit
        </Button>
      )}
    </div>
  );
}

interface CurrentPasswordProps {
  value: string;
  problem: string;
  onChange: (value: string) => void;
}

function CurrentPassword({ value, problem, onChange }: CurrentPasswordProps) {
  return (
    <div className="sm:col-span-2">
      <Field label="Current Password" required error={problem}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="current-password"
            className="field-box"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}

interface RoleFieldProps {
  role: Role;
  isEditing: boolean;
  onChange: (role: Role) => void;
}

function RoleField({ role, isEditing, onChange }: RoleFieldProps) {
  return (
    <Field label="Role" help="A label for others to read. It does not change your permissions.">
      {(control) => (
        <select
          {...control}
          className="field-box disabled:border-rule disabled:bg-transparent disabled:opacity-100"
          disabled={!isEditing}
          value={role}
          onChange={(event) => onChange(event.target.value as Role)}
        >
          {ROLES.map((one) => (
            <option key={one} value={one}>
              {ROLE_NAMES[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function PendingEmail({ user: { email, pendingEmail } }: { user: User }) {
  if (!pendingEmail) return "A new address takes effect when you open the link we send to it.";
  return `Open the link we sent to ${pendingEmail}. Until then ${email} stays your address.`;
}

const valuesOf = ({ firstName, lastName, email, role }: User): ProfileValues => ({
  firstName,
  lastName,
  email,
  // An account of an older server may come without one.
  role: role ?? "member",
});
