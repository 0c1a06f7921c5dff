import { isCommonPassword, PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import {
  EMAIL_INVALID,
  EMAIL_PERSONAL,
  isEmail,
  isPersonalMail,
  PASSWORD_LENGTH,
} from "../../../shared/domain/people.ts";
import { SIGN_UP_FIELDS } from "../../../shared/domain/sign-up.ts";

export type FieldName = (typeof SIGN_UP_FIELDS)[number]["name"];
export type SignUpValues = Record<FieldName, string>;
/** The validation message of each field. */
export type SignUpProblems = Partial<Record<FieldName, string>>;
export interface SignUpNotice {
  title: string;
  text: string;
}

export const EMPTY_VALUES: SignUpValues = {
  firstName: "",
  lastName: "",
  email: "",
  company: "",
  role: "",
  password: "",
  confirmPassword: "",
};
export const PASSWORDS_DIFFER = "Passwords do not match";
export const PASSWORD_SHORT = `At least ${PASSWORD_LENGTH.min} characters.`;

/** Checked on each change. An empty address is not reported yet. */
export function findEmailProblem(email: string): string | undefined {
  if (email === "") return undefined;
  if (!isEmail(email)) return EMAIL_INVALID;
  return isPersonalMail(email) ? EMAIL_PERSONAL : undefined;
}

/** Validates the form by the same rules as the server (shared/contract/accounts.ts). */
export function findSignUpProblems(values: SignUpValues): SignUpProblems {
  const problems: SignUpProblems = {};
  for (const { name, max, ...field } of SIGN_UP_FIELDS) {
    if (!("isOptional" in field) && values[name].trim() === "") problems[name] = "Required.";
    else if (values[name].length > max) problems[name] = `At most ${max} characters.`;
  }
  const wrongEmail = findEmailProblem(values.email);
  if (wrongEmail) problems.email = wrongEmail;
  if (values.password && Array.from(values.password).length < PASSWORD_LENGTH.min) problems.password = PASSWORD_SHORT;
  else if (isCommonPassword(values.password)) problems.password = PASSWORD_COMMON;
  if (values.password !== values.confirmPassword) problems.confirmPassword = PASSWORDS_DIFFER;
  return problems;
}

export function isSubmitDisabled({ email, password, confirmPassword }: SignUpValues): boolean {
  return findEmailProblem(email) !== undefined || password === "" || password !== confirmPassword;
}

/**
 * The toast texts of the validation: for 'Proceed to Payment', and for 'Complete Purchase', as in an earlier version of
 * the page.
 */
const CHECKS = {
  free: { missing: "Please fill in all required fields.", differ: "Please enter matching passwords." },
  proceed: {
    missing: "Please fill in all required fields before proceeding to payment.",
    differ: "Please enter matching passwords before proceeding.",
  },
  complete: {
    missing: "Please fill in all required fields before proceeding with payment.",
    differ: "Please enter matching passwords before proceeding.",
  },
};

export function buildCheckNotice(values: SignUpValues, check: keyof typeof CHECKS): SignUpNotice | null {
  const problems = findSignUpProblems(values);
  const isMissing = SIGN_UP_FIELDS.some(({ name }) => name !== "confirmPassword" && problems[name] === "Required.");
  if (isMissing) return { title: "Form Incomplete", text: CHECKS[check].missing };
  if (values.password !== values.confirmPassword) return { title: "Password Error", text: CHECKS[check].differ };
  const wrongEmail = findEmailProblem(values.email);
  if (wrongEmail) return { title: "Email Error", text: wrongEmail };
  if (problems.password) return { title: "Password Error", text: problems.password };
  return Object.keys(problems).length > 0 ? { title: "Form Incomplete", text: "One of the fields is too long." } : null;
}

export const findFirstProblem = (problems: SignUpProblems): FieldName | undefined =>
  SIGN_UP_FIELDS.find(({ name }) => problems[name])?.name;

/** Picks the fields of the form that have a text value, from stored or entered data. */
export function pickKnownValues(given: Record<string, unknown>): Partial<SignUpValues> {
  const known = SIGN_UP_FIELDS.flatMap(({ name }) => {
    const value = given[name];
    return typeof value === "string" && value ? [[name, value]] : [];
  });
  return Object.fromEntries(known) as Partial<SignUpValues>;
}
