export const ROLES = ["admin", "manager", "member", "guest"] as const;
export const PLAN_IDS = ["starter", "professional", "enterprise"] as const;
export type Role = (typeof ROLES)[number];
export type PlanId = (typeof PLAN_IDS)[number];

/** One @, no blanks, a dot in the domain: the same rule in the browser and on the server. */
export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
}

const PERSONAL_MAIL = ["gmail", "yahoo", "hotmail", "outlook", "aol", "icloud", "me", "mac", "live", "msn"].map(
  (name) => `${name}.com`,
);
const PERSONAL_MAIL_ANY_ENDING = ["protonmail", "yandex", "mail", "zoho"];
const WELL_KNOWN_ENDINGS = ["com", "ch", "ru", "eu", "in", "net", "org", "me"];

/** Mail providers for private persons, refused at sign-up ('Please use your company email address…'). */
export function isPersonalMail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const [name = "", ...ending] = domain.split(".");
  return (
    PERSONAL_MAIL.includes(domain) ||
    (PERSONAL_MAIL_ANY_ENDING.includes(name) && WELL_KNOWN_ENDINGS.includes(ending.join(".")))
  );
}

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const VERIFICATION_HOURS = 24;
export const RESET_HOURS = 1;

/** By then nothing of a deleted account is left (specification, section 9). */
export const DELETED_WITHIN_DAYS = 30;
/** What whoever signs in by an outside provider types in place of a password. */
export const DELETION_WORD = "delete";

export const EMAIL_INVALID = "Please enter a valid email address";
export const EMAIL_PERSONAL = "Please use your company email address instead of personal email";

/** The sentences of the password page (specification, section 5), the same in the browser and on the server. */
export const PASSWORD_CURRENT_MISSING = "Please enter your current password.";
export const PASSWORD_TOO_SHORT = "New password must be at least 8 characters long.";
export const PASSWORD_SAME = "New password must be different from your current password.";

/** The form in which an address is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}
