import { PASSWORD_LENGTH } from "./people.ts";

interface SignUpField {
  name: string;
  label: string;
  type: "text" | "email" | "password";
  autocomplete: string;
  max: number;
  isOptional?: true;
}

/**
 * The fields of the sign-up form, from top to bottom. The page uses them, and so does the form that the server renders
 * without scripts.
 */
export const SIGN_UP_FIELDS = [
  { name: "firstName", label: "First Name", type: "text", autocomplete: "given-name", max: 100 },
  { name: "lastName", label: "Last Name", type: "text", autocomplete: "family-name", max: 100 },
  { name: "email", label: "Company Email", type: "email", autocomplete: "email", max: 254 },
  { name: "company", label: "Company Name", type: "text", autocomplete: "organization", max: 200 },
  {
    name: "role",
    label: "Role (optional)",
    type: "text",
    autocomplete: "organization-title",
    max: 100,
    isOptional: true,
  },
  { name: "password", label: "Password", type: "password", autocomplete: "new-password", max: PASSWORD_LENGTH.max },
  {
    name: "confirmPassword",
    label: "Confirm Password",
    type: "password",
    autocomplete: "new-password",
    max: PASSWORD_LENGTH.max,
  },
] as const satisfies readonly SignUpField[];
