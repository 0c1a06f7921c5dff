import type { ReactNode } from "react";
import type { User } from "../../../shared/contract/accounts.ts";
import { ROLES, type Role } from "../../../shared/domain/people.ts";
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
  value: string;
  isEditing: boolean;
  help: ReactNode;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function RequiredField({ field, value, isEditing, help, error, onChange }: RequiredFieldProps) {
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

interface RoleFieldProps {
  role: Role;
  isEditing: boolean;
  onChange: (role: Role) => void;
}

export function RoleField({ role, isEditing, onChange }: RoleFieldProps) {
  return (
    <Field label="Role" help="Your job, for others to read. What you may do follows from your role under Team.">
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

export function PendingEmail({ user: { email, pendingEmail } }: { user: User }) {
  if (!pendingEmail) return "A new address takes effect when you open the link we send to it.";
  return `Open the link we sent to ${pendingEmail}. Until then ${email} stays your address.`;
}
