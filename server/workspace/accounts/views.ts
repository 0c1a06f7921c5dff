import type { User } from "../../../shared/contract/accounts.ts";
import type { UserRow } from "./queries.ts";

/** Leaves out who manages the password, because that depends on the settings (workspace/sso). */
export function viewUser(row: UserRow): Omit<User, "passwordManagedBy"> {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    profileImageUrl: row.profileImageUrl,
    role: row.role,
    membership: row.membership,
    pendingEmail: row.pendingEmail,
    timeZone: row.timeZone,
    dateLocale: row.dateLocale,
    welcomeDismissed: row.welcomeDismissedAt !== null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
