import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { type Html, html } from "../../http/html.ts";
import { findCommonPasswordProblem } from "./common-passwords.ts";

const PASSWORD_RULE = `At least ${PASSWORD_LENGTH.min} characters.`;

/** The problems of a new password, by form field. */
export interface PasswordProblem {
  password?: string;
  confirm?: string;
}

export async function findPasswordProblem(password: string, confirm: string): Promise<PasswordProblem | null> {
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH.min) return { password: PASSWORD_RULE };
  if (length > PASSWORD_LENGTH.max) return { password: `At most ${PASSWORD_LENGTH.max} characters.` };
  const common = await findCommonPasswordProblem(password);
  if (common) return { password: common };
  return password === confirm ? null : { confirm: "Passwords do not match" };
}

interface Labels {
  first: string;
  again: string;
  wrong?: PasswordProblem | undefined;
}

/** Renders the two fields for a new password, `password` and `confirm`, with their error messages. */
export const renderNewPasswordFields = ({ first, again, wrong }: Labels): Html =>
  html`${field("password", first, wrong?.password, PASSWORD_RULE)}
${field("confirm", again, wrong?.confirm)}`;

/** Renders the field with its rule, or with the error message instead. */
function field(name: string, label: string, wrong: string | undefined, rule?: string): Html {
  return html`<label for="${name}">${label}</label>
${wrong && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`}
${!wrong && rule && html`<p class="quiet" id="${name}-rule">${rule}</p>`}
<input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="${PASSWORD_LENGTH.min}" maxlength="${PASSWORD_LENGTH.max}" required${wrong && html` aria-invalid="true" aria-describedby="${name}-wrong" autofocus`}${!wrong && rule && html` aria-describedby="${name}-rule"`}>`;
}

/** Reads a form's field, cut to the length of the longest password. */
export function readFormText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 300) : "";
}
