import {
  PASSWORD_CURRENT_MISSING,
  PASSWORD_LENGTH,
  PASSWORD_SAME,
  PASSWORD_TOO_SHORT,
} from "../../../shared/domain/people.ts";

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirm: string;
}
type Problem = { field: keyof PasswordForm; message: string };

const isLongEnough = (password: string) => Array.from(password).length >= PASSWORD_LENGTH.min;

/** The rules for a good password. Only the length is required; the others make a password harder to guess. */
export const PASSWORD_REQUIREMENTS = [
  { text: "At least 8 characters", isMet: isLongEnough },
  {
    text: "Uppercase and lowercase letters",
    isMet: (password: string) => /[a-z]/.test(password) && /[A-Z]/.test(password),
  },
  { text: "A number", isMet: (password: string) => /\d/.test(password) },
  { text: "A special character", isMet: (password: string) => /[^A-Za-z0-9]/.test(password) },
] as const;

const SCORED = [
  isLongEnough,
  ...[/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].map((sign) => (text: string) => sign.test(text)),
];

export type PasswordStrength = "Too short" | "Weak" | "Fair" | "Good" | "Strong";

/**
 * Rates a password; null if it is empty. `score` is 0 to 5: one point each for length, lowercase, uppercase, digit and
 * special character.
 */
export function ratePassword(password: string): { score: number; label: PasswordStrength } | null {
  if (password === "") return null;
  const score = SCORED.filter((isMet) => isMet(password)).length;
  if (!isLongEnough(password)) return { score: 0, label: "Too short" };
  return { score, label: score <= 2 ? "Weak" : score === 3 ? "Fair" : score === 4 ? "Good" : "Strong" };
}

/** The first error, from the form's top to its bottom. */
export function findPasswordProblem({ currentPassword, newPassword, confirm }: PasswordForm): Problem | null {
  if (currentPassword === "") return { field: "currentPassword", message: PASSWORD_CURRENT_MISSING };
  if (!isLongEnough(newPassword)) return { field: "newPassword", message: PASSWORD_TOO_SHORT };
  if (confirm !== newPassword) return { field: "confirm", message: "New password and confirmation do not match." };
  if (newPassword === currentPassword) return { field: "newPassword", message: PASSWORD_SAME };
  return null;
}
