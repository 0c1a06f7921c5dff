import { type FormEvent, useState } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { can } from "../../../shared/domain/access.ts";
import { isCommonPassword, PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { useChangePassword, useUser } from "../../api/account.ts";
import { ApiError } from "../../api/client.ts";
import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { UnsavedGuard } from "../../components/unsaved-guard.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { SaveError } from "../../ui/save-problem.tsx";
import { PasswordElsewhere } from "./password-elsewhere.tsx";
import { findPasswordProblem, type PasswordForm } from "./password-rules.ts";
import { SecondFactorSection } from "./second-factor/second-factor-section.tsx";
import { SessionsAndApps } from "./sessions-and-apps.tsx";
import { PasswordRequirements, StrengthMeter } from "./strength-meter.tsx";

const EMPTY: PasswordForm = { current: "", wanted: "", confirm: "" };
const FIELDS = [
  { key: "current", wire: "currentPassword", label: "Current Password", autoComplete: "current-password" },
  { key: "wanted", wire: "newPassword", label: "New Password", autoComplete: "new-password" },
  { key: "confirm", wire: "", label: "Confirm New Password", autoComplete: "new-password" },
] as const;

export default function PasswordPage() {
  const { data: user } = useUser();
  const [form, setForm] = useState(EMPTY);
  if (user?.passwordManagedBy) return <PasswordElsewhere manager={user.passwordManagedBy} />;

  return (
    <Page
      title="Password Reset"
      description="Password, second factor and sessions. A new password ends every session but this one."
    >
      <div className="grid max-w-3xl gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Section title="Choose a New Password">
          <ChangeForm user={user} form={form} setForm={setForm} />
        </Section>
        <Section title="Password Requirements">
          <PasswordRequirements password={form.wanted} />
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

interface ChangeFormProps {
  user: User | undefined;
  form: PasswordForm;
  setForm: (form: PasswordForm) => void;
}

function ChangeForm({ user, form, setForm }: ChangeFormProps) {
  const [problem, setProblem] = useState<ReturnType<typeof findPasswordProblem>>(null);
  const changing = useChangePassword();
  const refused = changing.error instanceof ApiError ? changing.error.fields : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changing.isPending) return;
    const found = findPasswordProblem(form);
    setProblem(found);
    if (found) return;
    changing.mutate(
      { currentPassword: form.current, newPassword: form.wanted },
      {
        onSuccess: () => {
          setForm(EMPTY);
          showToast({ title: "Password Changed", text: "Every other session of your account has ended." });
        },
        onError: tellNotChanged,
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 pt-5">
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" name="username" autoComplete="username" value={user?.email ?? ""} readOnly hidden />
      <PasswordFields
        form={form}
        problemOf={({ key, wire }) =>
          problem?.field === key ? problem.message : refused.find(({ path }) => path === wire)?.message
        }
        onChange={(part) => {
          setForm({ ...form, ...part });
          setProblem(null);
          if (changing.isError) changing.reset();
        }}
      />
      <SaveError error={changing.error} />
      <Button look="primary" type="submit" className="self-start" disabled={changing.isPending}>
        {changing.isPending ? "Changing..." : "Change Password"}
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
      <UnsavedGuard when={form.wanted !== ""} />
    </form>
  );
}

interface PasswordFieldsProps {
  form: PasswordForm;
  problemOf: (field: (typeof FIELDS)[number]) => string | undefined;
  onChange: (part: Partial<PasswordForm>) => void;
}

function PasswordFields({ form, problemOf, onChange }: PasswordFieldsProps) {
  return (
    <>
      {FIELDS.map((field) => {
        const { key, label, autoComplete } = field;
        return (
          <div key={key} className="relative">
            <Field
              label={label}
              required
              help={key === "wanted" && isCommonPassword(form.wanted) && PASSWORD_COMMON}
              error={problemOf(field)}
            >
              {(control) => (
                <input
                  {...control}
                  type="password"
                  autoComplete={autoComplete}
                  maxLength={PASSWORD_LENGTH.max}
                  className="field-box"
                  value={form[key]}
                  onChange={(event) => onChange({ [key]: event.target.value })}
                />
              )}
            </Field>
            {key === "wanted" && <StrengthMeter password={form.wanted} />}
          </div>
        );
      })}
    </>
  );
}
