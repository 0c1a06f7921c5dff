import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { isCommonPassword, PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { useChangePassword, useUser } from "../../api/account.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { type ContractForm, useContractForm } from "../../components/use-contract-form.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { findPasswordProblem, type PasswordForm } from "./password-rules.ts";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionsAndApps } from "./sessions-and-apps.tsx";
import { PasswordRequirements, StrengthMeter } from "./strength-meter.tsx";

const EMPTY: PasswordForm = { currentPassword: "", newPassword: "", confirm: "" };
const FIELDS = [
  { name: "currentPassword", label: "Current Password", autoComplete: "current-password" },
  { name: "newPassword", label: "New Password", autoComplete: "new-password" },
  { name: "confirm", label: "Confirm New Password", autoComplete: "new-password" },
] as const;

export default function PasswordPage() {
  const { data: user } = useUser();
  const form = useContractForm(useChangePassword(), {
    values: EMPTY,
    toBody: ({ currentPassword, newPassword }) => ({ currentPassword, newPassword }),
    onSaved: () => {
      form.reset(EMPTY);
      showToast({ title: "Password Changed", text: "Every other session of your account has ended." });
    },
    onNotSaved: tellNotChanged,
  });
  if (user?.passwordManagedBy) return <PasswordElsewhere manager={user.passwordManagedBy} />;

  return (
    <Page
      title="Password Reset"
      description="Password, second factor and sessions. A new password ends every session but this one."
    >
      <div className="grid max-w-3xl gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Section title="Choose a New Password">
          <ChangeForm user={user} form={form} />
        </Section>
        <Section title="Password Requirements">
          <PasswordRequirements password={form.values.newPassword} />
        </Section>
        <div className="flex flex-col gap-10 lg:col-span-1">
          <SecondFactorSection />
          <SessionsAndApps />
        </div>
      </div>
    </Page>
  );
}

const tellNotChanged = () =>
  showToast({
    title: "Password Change Failed",
    text: "Failed to change password. Please check your current password and try again.",
    tone: "destructive",
  });

function ChangeForm({ user, form }: { user: User | undefined; form: ContractForm<PasswordForm> }) {
  const { newPassword } = form.values;
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5 pt-5">
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" name="username" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
      {FIELDS.map(({ name, label, autoComplete }) => (
        <div key={name} className="relative">
          <Field
            label={label}
            required
            help={name === "newPassword" && isCommonPassword(newPassword) && PASSWORD_COMMON}
            error={form.errorOf(name)}
          >
            {(control) => (
              <input
                {...control}
                type="password"
                autoComplete={autoComplete}
                maxLength={PASSWORD_LENGTH.max}
                className="field-box"
                {...form.register(name, { validate: (_, all) => problemAt(name, all) })}
              />
            )}
          </Field>
          {name === "newPassword" && <StrengthMeter password={newPassword} />}
        </div>
      ))}
      <SaveError error={form.failure} />
      <Button look="primary" type="submit" className="self-start" disabled={form.isSaving}>
        {form.isSaving ? "Changing..." : "Change Password"}
      </Button>
      {user && can(user, "change", "provisioning") && (
        <p className="text-13 text-soft">
          Provisioning tokens that you created stop working when the password changes.
        </p>
      )}
      <p className="text-13 text-soft">
        Forgot your current password?{" "}
        <a href="/forgot-password" className="text-link">
          We email you a link to choose a new one.
        </a>
      </p>
      <UnsavedGuard when={newPassword !== ""} />
    </form>
  );
}

/** Names one problem at a time, at its field. */
function problemAt(name: keyof PasswordForm, form: PasswordForm): string | undefined {
  const problem = findPasswordProblem(form);
  return problem?.field === name ? problem.message : undefined;
}

/** Replaces the form when another system manages the password. */
function PasswordElsewhere({ manager }: { manager: string }) {
  return (
    <Page title="Password Reset" description="Your password is managed by your identity provider">
      <div className="flex max-w-4xl flex-col gap-10">
        <Section title="Your Password">
          <p className="max-w-[60ch] pt-5">
            The password of this account is managed by {manager}. Change it there; nothing can be changed here.
          </p>
        </Section>
        <SessionsAndApps />
      </div>
    </Page>
  );
}
