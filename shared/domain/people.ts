export const ROLES = ["admin", "manager", "member", "guest"] as const;
export const PLAN_IDS = ["starter", "professional", "enterprise"] as const;
export type Role = (typeof ROLES)[number];
export type PlanId = (typeof PLAN_IDS)[number];

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const HOST_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/**
 * True for the address of exactly one mailbox: a local part of ASCII letters, digits and signs (RFC 5321's dot-string,
 * at most 64), one @, and a host name with a dot. Mail servers interpret blanks, brackets, quotes, comments and
 * look-alike letters, so these are refused. Browser and server use the same rule.
 */
export function isEmail(value: string): boolean {
  const at = value.indexOf("@");
  const [local, labels] = [value.slice(0, at), value.slice(at + 1).split(".")];
  return (
    value.length <= 254 &&
    at > 0 &&
    local.length <= 64 &&
    LOCAL_PART.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => HOST_LABEL.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? "") &&
    value === value.normalize("NFKC") &&
    URL.canParse(`http://${labels.join(".")}`)
  );
}

/**
 * The mailbox to which an address probably leads, used only for limits. Lower case, without '+anything', host name in
 * ASCII. The address must be valid by `isEmail`.
 */
export function normaliseMailbox(email: string): string {
  const [local = "", host = ""] = email.trim().toLowerCase().split("@");
  return `${local.split("+")[0] || local}@${new URL(`http://${host}`).hostname}`;
}

const PERSONAL_MAIL = ["gmail", "yahoo", "hotmail", "outlook", "aol", "icloud", "me", "mac", "live", "msn"].map(
  (name) => `${name}.com`,
);
const PERSONAL_MAIL_ANY_ENDING = ["protonmail", "yandex", "mail", "zoho"];
const WELL_KNOWN_ENDINGS = ["com", "ch", "ru", "eu", "in", "net", "org", "me"];

/** True for mail providers of private people, which sign-up refuses ('Please use your company email address…'). */
export function isPersonalMail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const [name = "", ...ending] = domain.split(".");
  return (
    PERSONAL_MAIL.includes(domain) ||
    (PERSONAL_MAIL_ANY_ENDING.includes(name) && WELL_KNOWN_ENDINGS.includes(ending.join(".")))
  );
}

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;
export const EMAIL_VERIFICATION_HOURS = 24;
export const PASSWORD_RESET_HOURS = 1;

/** The days within which a deleted account is erased completely. */
export const DELETED_WITHIN_DAYS = 30;
/** The word that confirms a deletion instead of a password, for people who sign in at another provider. */
export const DELETION_WORD = "delete";

export const EMAIL_INVALID = "Please enter a valid email address";
export const EMAIL_PERSONAL = "Please use your company email address instead of personal email";

/** The sentences of the password page, which browser and server share. */
export const PASSWORD_CURRENT_MISSING = "Please enter your current password.";
export const PASSWORD_TOO_SHORT = "New password must be at least 8 characters long.";
export const PASSWORD_SAME = "New password must be different from your current password.";

/** Returns the form in which e-mail addresses are stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

export const MAX_INVITED_AT_ONCE = 50;
/** The most characters of the welcome message in an invitation. */
export const MAX_WELCOME_CHARACTERS = 500;
/** Possible lifetimes of a link to join, in days. */
export const LINK_DAYS = [1, 7, 30] as const;
