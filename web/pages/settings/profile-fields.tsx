import type { ReactNode } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { ROLES } from "../../../shared/domain/people.ts";
import type { ProfileValues } from "../../api/account.ts";
import { type ContractForm, requiredRule } from "../../components/use-contract-form.ts";
import { ROLE_NAMES } from "../../lib/names.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";

export const REQUIRED_FIELDS = [
  { key: "firstName", label: "First Name", type: "text", autoComplete: "given-name", maxLength: 100 },
  { key: "lastName", label: "Last Name", type: "text", autoComplete: "family-name", maxLength: 100 },
  { key: "email", label: "Email", type: "email", autoComplete: "email", maxLength: 254 },
] as const;

interface RequiredFieldProps {
  field: (typeof REQUIRED_FIELDS)[number];
  form: ContractForm<ProfileValues>;
  isEditing: boolean;
  help: ReactNode;
}

export function RequiredField({ field, form, isEditing, help }: RequiredFieldProps) {
  const { key, label, ...attributes } = field;
  return (
    <div className={key === "email" ? "sm:col-span-2" : undefined}>
      <Field label={label} required={isEditing} help={help} error={form.errorOf(key)}>
        {(control) => (
          <input
            {...control}
            {...attributes}
            className="field-box read-only:border-rule read-only:bg-transparent"
            readOnly={!isEditing}
            {...form.register(key, requiredRule("Required."))}
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

export function ProfileButtons({ isEditing, isSaving, onEdit, onCancel }: ButtonsProps) {
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

export function RoleField({ form, isEditing }: Pick<RequiredFieldProps, "form" | "isEditing">) {
  return (
    <Field label="Role" help="Your job, for others to read. What you may do follows from your role under Team.">
      {(control) => (
        <select
          {...control}
          className="field-box disabled:border-rule disabled:bg-transparent disabled:opacity-100"
          disabled={!isEditing}
          {...form.register("role")}
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

export function PendingEmail({ user: { email, pendingEmail } }: { user: User }) {
  if (!pendingEmail) return "A new address takes effect when you open the link we send to it.";
  return `Open the link we sent to ${pendingEmail}. Until then ${email} stays your address.`;
}
