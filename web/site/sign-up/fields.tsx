import { type ReactNode, useState } from "react";
import { isCommonPassword, PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { SIGN_UP_FIELDS } from "../../../shared/domain/sign-up.ts";
import { findEmailProblem, PASSWORD_SHORT, PASSWORDS_DIFFER, type SignUpProblems, type SignUpValues } from "./form.ts";
import type { SignUpFlow } from "./sign-up-flow.ts";

interface FieldsProps {
  flow: SignUpFlow;
  values: SignUpValues;
  wrong: SignUpProblems;
  isLive: boolean;
}

/**
 * The fields of the sign-up form. Both passwords can be made visible, because typing without seeing the text causes
 * errors on a phone.
 */
export function SignUpFields({ flow, values, wrong, isLive }: FieldsProps) {
  const [isShown, setShown] = useState(false);
  return SIGN_UP_FIELDS.map((field) => (
    <Field
      key={field.name}
      {...field}
      type={isShown && field.type === "password" ? "text" : field.type}
      value={values[field.name]}
      problem={liveProblem(field.name, values) ?? wrong[field.name]}
      hint={field.name === "password" ? passwordHint(values.password) : undefined}
      onChange={(value) => flow.setValue(field.name, value)}
    >
      {field.name === "password" && isLive && (
        <button
          type="button"
          className="show"
          aria-label={isShown ? "Hide passwords" : "Show passwords"}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? "Hide" : "Show"}
        </button>
      )}
    </Field>
  ));
}

function liveProblem(name: string, { email, password, confirmPassword }: SignUpValues): string | undefined {
  if (name === "email") return findEmailProblem(email);
  if (name === "confirmPassword" && confirmPassword !== "" && confirmPassword !== password) return PASSWORDS_DIFFER;
  return undefined;
}

const passwordHint = (password: string) => (isCommonPassword(password) ? PASSWORD_COMMON : PASSWORD_SHORT);

type FieldProps = Omit<(typeof SIGN_UP_FIELDS)[number], "type"> & {
  type: string;
  value: string;
  problem: string | undefined;
  hint: string | undefined;
  onChange: (value: string) => void;
  children: ReactNode;
};

function Field(props: FieldProps) {
  const { name, label, type, autocomplete, max, value, problem, hint, onChange, children } = props;
  const isPassword = autocomplete === "new-password";
  return (
    <div className={`field ${name}`}>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autocomplete}
        autoCapitalize={isPassword ? "none" : undefined}
        spellCheck={isPassword ? false : undefined}
        maxLength={max}
        minLength={isPassword ? PASSWORD_LENGTH.min : undefined}
        required={!("isOptional" in props)}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={(problem && `${name}-wrong`) || (hint && `${name}-hint`)}
        onChange={({ target }) => onChange(target.value)}
      />
      {children}
      <p className="wrong" id={`${name}-wrong`} aria-live="polite">
        {problem}
      </p>
      {hint && !problem && (
        <p className="hint" id={`${name}-hint`} aria-live="polite">
          {hint}
        </p>
      )}
    </div>
  );
}
