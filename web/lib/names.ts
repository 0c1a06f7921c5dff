import type { User } from "../../shared/contract/accounts.ts";
import type { ContentType, Difficulty, Priority } from "../../shared/domain/facets.ts";
import type { Role } from "../../shared/domain/people.ts";

type Person = Pick<User, "firstName" | "lastName" | "email" | "profileImageUrl">;

export function formatName({ firstName, lastName, email }: Person): string {
  return firstName && lastName ? `${firstName} ${lastName}` : email || "User";
}

/** The letter shown for a person without a picture. */
export const getInitial = ({ firstName, email }: Person) => (firstName || email || "U").charAt(0).toUpperCase();

export const CONTENT_TYPE_NAMES: Record<ContentType, string> = {
  tutorial: "Tutorial",
  troubleshooting: "Troubleshooting",
  explanation: "Explanation",
  faq: "FAQ",
  howto: "How-to",
  documentation: "Documentation",
};
export const DIFFICULTY_NAMES: Record<Difficulty, string> = {
  beginner: "Beginner",
  intermediate: "Intermediate",
  advanced: "Advanced",
};
export const PRIORITY_NAMES: Record<Priority, string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
  critical: "Critical",
};
export const ROLE_NAMES: Record<Role, string> = {
  admin: "Administrator",
  manager: "Manager",
  member: "Team Member",
  guest: "Guest",
};
