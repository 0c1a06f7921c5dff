import { type FormEvent, useState } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { type ProfileValues, useSaveProfile, useUser } from "../../api/account.ts";
import { ApiError } from "../../api/client.ts";
import { CurrentPassword } from "../../components/current-password.tsx";
import { Page } from "../../components/page.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { DatesForm } from "./dates-form.tsx";
import { PersonalDataSection } from "./personal-data-section.tsx";
import { PendingEmail, ProfileButtons, REQUIRED_FIELDS, RequiredField, RoleField } from "./profile-fields.tsx";
import { ProvisioningSection } from "./provisioning.tsx";

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

/** The state of the profile form and its save. `draft` is null while nobody edits. */
function useProfileDraft() {
  const [draft, setDraft] = useState<ProfileValues | null>(null);
  const [missing, setMissing] = useState<readonly (typeof REQUIRED_FIELDS)[number]["key"][]>([]);
  const saving = useSaveProfile();
  const refused = saving.error instanceof ApiError ? saving.error.fields : [];
  const problemWith = (field: string) => refused.find(({ path }) => path === field)?.message;
  const stopEditing = () => {
    setDraft(null);
    setMissing([]);
    saving.reset();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!draft || saving.isPending) return;
    const empty = REQUIRED_FIELDS.filter(({ key }) => draft[key].trim() === "").map(({ key }) => key);
    setMissing(empty);
    if (empty.length > 0) {
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
  const change = (part: Partial<ProfileValues>) => {
    if (!draft) return;
    setDraft({ ...draft, ...part });
    setMissing(missing.filter((key) => !(key in part)));
  };
  const errorOf = (field: (typeof REQUIRED_FIELDS)[number]["key"]) =>
    missing.includes(field) ? "Required." : problemWith(field);
  return { draft, setDraft, change, save, saving, stopEditing, problemWith, errorOf };
}

/** The profile form. Read-only until the person presses Edit. */
function ProfileForm({ user }: { user: User }) {
  const { draft, setDraft, change, save, saving, stopEditing, problemWith, errorOf } = useProfileDraft();
  const values = draft ?? valuesOf(user);
  const passwordProblem = problemWith("currentPassword");
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-6 border-t border-ink/80 pt-6">
      <div className="grid gap-5 sm:grid-cols-2">
        {REQUIRED_FIELDS.map((field) => (
          <RequiredField
            key={field.key}
            field={field}
            value={values[field.key]}
            isEditing={draft !== null}
            help={field.key === "email" && <PendingEmail user={user} />}
            error={errorOf(field.key)}
            onChange={(value) => change({ [field.key]: value })}
          />
        ))}
        {draft && passwordProblem && (
          <div className="sm:col-span-2">
            <CurrentPassword
              label="Current Password"
              value={draft.currentPassword ?? ""}
              error={passwordProblem}
              onChange={(currentPassword) => change({ currentPassword })}
            />
          </div>
        )}
        <RoleField role={values.role} isEditing={draft !== null} onChange={(role) => change({ role })} />
      </div>
      <SaveError error={saving.error} />
      <ProfileButtons
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

const valuesOf = ({ firstName, lastName, email, role }: User): ProfileValues => ({
  firstName,
  lastName,
  email,
  // An account from an older server may have no role.
  role: role ?? "member",
});
