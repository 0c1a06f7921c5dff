import { useEffect, useState } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { type ProfileValues, useSaveProfile, useUser } from "../../api/account.ts";
import { ApiError } from "../../api/client.ts";
import { LazyConnectOutcome } from "../../components/connect-return.tsx";
import { CurrentPassword } from "../../components/current-password.tsx";
import { Page } from "../../components/page.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { useContractForm } from "../../components/use-contract-form.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { showToast } from "../../lib/toast-store.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { DatesForm } from "./dates-form.tsx";
import { OwnAccountsSection } from "./own-accounts-section.tsx";
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
            <LazyConnectOutcome nameOf={getPlatformName} />
            <ProfileForm user={person} />
            <DatesForm user={person} />
            <OwnAccountsSection />
            <PersonalDataSection />
            {can(person, "read", "provisioning") && <ProvisioningSection />}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

/** The profile form. Read-only until the person presses Edit. */
function ProfileForm({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false);
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const saving = useSaveProfile();
  const form = useContractForm(saving, {
    values: valuesOf(user),
    onSaved: ({ pendingEmail }) => {
      tellSaved(pendingEmail);
      stopEditing();
    },
    toBody: ({ currentPassword, ...values }) => ({ ...values, ...(currentPassword && { currentPassword }) }),
    onNotSaved: (error) => {
      setPasswordAsked(error instanceof ApiError && error.fields.some(({ path }) => path === "currentPassword"));
      tellNotSaved();
    },
    onInvalid: tellMissing,
  });
  const stopEditing = () => {
    saving.reset();
    setEditing(false);
    setPasswordAsked(false);
  };
  const { reset } = form;
  useEffect(() => {
    // While nobody edits, the form shows what is stored, also after a change elsewhere.
    if (!isEditing) reset(valuesOf(user));
  }, [isEditing, reset, user]);
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-6 border-t border-ink/80 pt-6">
      <div className="grid gap-5 sm:grid-cols-2">
        {REQUIRED_FIELDS.map((field) => (
          <RequiredField
            key={field.key}
            field={field}
            form={form}
            isEditing={isEditing}
            help={field.key === "email" && <PendingEmail user={user} />}
          />
        ))}
        {isPasswordAsked && (
          <div className="sm:col-span-2">
            <CurrentPassword
              label="Current Password"
              registered={form.register("currentPassword")}
              error={form.errorOf("currentPassword")}
            />
          </div>
        )}
        <RoleField form={form} isEditing={isEditing} />
      </div>
      <SaveError error={form.failure} />
      <ProfileButtons
        isEditing={isEditing}
        isSaving={form.isSaving}
        onEdit={() => setEditing(true)}
        onCancel={stopEditing}
      />
      <UnsavedGuard when={isEditing && form.isDirty} />
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

const tellMissing = () =>
  showToast({ title: "Validation Error", text: "Please fill in all required fields.", tone: "destructive" });

const valuesOf = ({ firstName, lastName, email, role }: User): ProfileValues => ({
  firstName,
  lastName,
  email,
  currentPassword: "",
  // An account from an older server may have no role.
  role: role ?? "member",
});
