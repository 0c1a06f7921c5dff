import { type ConfigOf, defineManifest } from "../manifest.ts";

export const confluenceManifest = defineManifest({
  id: "confluence",
  name: "Confluence",
  kind: "knowledge",
  status: "live",
  fields: [
    {
      key: "baseUrl",
      label: "Confluence Base URL",
      help: "The address of your Confluence site.",
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
    {
      key: "apiKey",
      label: "API Token",
      help: "Your account's e-mail address, a colon and its API token: email:token.",
      secret: true,
      required: true,
      pattern: /^[^\s:]+@[^\s:]+:\S+$/,
      patternMessage: "The token must be in the form email:token.",
      placeholder: "you@company.com:your-api-token",
    },
  ],
  setupGuide: [
    {
      title: "Choose who writes",
      text: "Pages are created by the account whose token you enter. A separate account, such as docs-bot@your-company.com, keeps them apart.",
    },
    {
      title: "Create an API token",
      text: "Open id.atlassian.com/manage-profile/security/api-tokens as that account and choose Create API token. Tokens expire after at most a year.",
    },
    {
      title: "Find the space key",
      text: "Open the space in Confluence: the key follows /spaces/ in the address. The account must be allowed to add pages there.",
    },
    {
      title: "Enter the token",
      text: "Write the e-mail address of the account, a colon and the token, without spaces.",
    },
  ],
  docsUrl: "https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account/",
});

export type ConfluenceConfig = ConfigOf<typeof confluenceManifest>;
