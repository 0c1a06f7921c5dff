import { ATLASSIAN_ACCOUNT, ENTER_ATLASSIAN_ACCOUNT } from "../atlassian-account.ts";
import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";
import { SCOPE_PURPOSE, SCOPES_BY_USE, type ScopeUse } from "./scopes.ts";

const SCOPE_LIST = (Object.keys(SCOPES_BY_USE) as ScopeUse[])
  .map((use) => `${SCOPES_BY_USE[use]} (${SCOPE_PURPOSE[use]})`)
  .join(", ");

export const confluenceManifest = defineManifest({
  id: "confluence",
  name: KNOWLEDGE_NAMES.confluence,
  kind: "knowledge",
  place: "space",
  pageTree: true,
  provesByPage: true,
  connect: {
    label: "Connect with Atlassian",
    field: "apiKey",
    text: "Atlassian asks for your permission and leads back here. Pages are written in the name of your account.",
    own: "API token",
  },
  fields: [
    {
      key: "baseUrl",
      label: "Confluence Base URL",
      help: "The address of your Confluence site. Also for a token with scopes: Atlassian's gateway is found by it.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.atlassian.net",
    },
    {
      key: "spaceId",
      label: "Space Key",
      help: "The short key of the space, from its address: …/spaces/KEY.",
      secret: false,
      required: true,
      placeholder: "DOC",
    },
    ...ATLASSIAN_ACCOUNT,
  ],
  setupGuide: [
    {
      title: "Choose who writes",
      text: "Pages are created by the account whose token you enter. A separate account, such as docs-bot@your-company.com or a service account (admin.atlassian.com, Directory, Service accounts), keeps them apart.",
    },
    {
      title: "Create an API token",
      text: "Open id.atlassian.com/manage-profile/security/api-tokens as that account and choose Create API token. A service account's token is created on its page in admin.atlassian.com. Tokens expire within a year.",
    },
    {
      title: "Give a token with scopes what it needs",
      text: `A token with scopes, as every service account's is, needs these scopes of Confluence: ${SCOPE_LIST}. A token without scopes needs none.`,
    },
    {
      title: "Find the space key",
      text: "Open the space in Confluence: its address begins with the Confluence Base URL, and the space key follows /spaces/. The account must be allowed to add pages there.",
    },
    ENTER_ATLASSIAN_ACCOUNT,
  ],
  docsUrl: "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
});

export type ConfluenceConfig = ConfigOf<typeof confluenceManifest> & {
  /** The address that accepted the token in a check, if it differs from the entered address. */
  origin?: string | undefined;
};
