import type { ManifestField, SetupStep } from "./manifest.ts";

/** The setup form's fields for an Atlassian product: the account's e-mail address and its API token. */
export const ATLASSIAN_ACCOUNT = [
  {
    key: "account",
    label: "E-mail Address",
    help: "Of the account that the token belongs to.",
    secret: false,
    required: false,
    isExtra: true,
    partOf: "apiKey",
    pattern: /^[^\s:@]+@[^\s:@]+$/,
    patternMessage: "Enter the whole e-mail address.",
    placeholder: "you@company.com",
  },
  {
    key: "apiKey",
    label: "API Token",
    help: "An API token of this account.",
    secret: true,
    required: true,
    pattern: /^[^\s:]+@[^\s:]+:\S+$/,
    patternMessage: "The token must be in the form email:token.",
    placeholder: "ATATT…",
  },
] as const satisfies ManifestField[];

export const ENTER_ATLASSIAN_ACCOUNT: SetupStep = {
  title: "Enter e-mail address and token",
  text: "The e-mail address is that of the account which the API token belongs to; a service account has one as well.",
};
