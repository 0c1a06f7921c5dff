import {
  can,
  MEMBERSHIP_EXPLANATIONS,
  MEMBERSHIP_NAMES,
  MEMBERSHIPS,
  type Membership,
} from "../../../../shared/domain/access.ts";
import { ApiError } from "../../../api/client.ts";
import { showToast } from "../../../lib/toast-store.ts";

/** The roles that a person with this role may assign. */
export const listAssignableRoles = (viewer: Membership): Membership[] =>
  MEMBERSHIPS.filter((one) => can({ membership: viewer }, "change", { kind: "person", membership: one }));

export const getExplanation = (error: unknown) => (error instanceof ApiError ? error.explanation : "Please try again.");

export const showTeamFailure = (title: string) => (error: unknown) =>
  showToast({ title, text: getExplanation(error), tone: "destructive" });

interface RoleSelectProps<Role extends Membership> {
  id?: string;
  label?: string;
  roles: readonly Role[];
  value: Role;
  disabled?: boolean;
  onChange: (role: Role) => void;
}

export function RoleSelect<Role extends Membership>({
  id,
  label,
  roles,
  value,
  disabled,
  onChange,
}: RoleSelectProps<Role>) {
  return (
    <select
      {...(id && { id })}
      aria-label={label}
      className="field-box w-auto!"
      value={value}
      disabled={disabled}
      title={MEMBERSHIP_EXPLANATIONS[value]}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      {roles.map((one) => (
        <option key={one} value={one}>
          {MEMBERSHIP_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
