import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const zendeskManifest = defineManifest({
  id: "zendesk",
  name: KNOWLEDGE_NAMES.zendesk,
  kind: "knowledge",
  place: "section",
  pageTree: true,
  fields: [
    {
      key: "baseUrl",
      label: "Zendesk Subdomain URL",
      help: "The address of your Zendesk. With several brands that of the brand whose help center takes the articles.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.zendesk.com",
    },
    {
      key: "spaceId",
      label: "Section ID",
      help: "The number of the help center section, from its address: …/sections/NUMBER.",
      secret: false,
      required: true,
      pattern: /^\d+$|\/sections\/\d+/,
      patternMessage: "A section ID is a number: the one behind /sections/ in the section's address.",
      placeholder: "360001234567",
    },
    {
      key: "account",
      label: "Client Identifier",
      help: "Of the OAuth client, as Zendesk shows it.",
      secret: false,
      required: false,
      isExtra: true,
      partOf: "apiKey",
      pattern: /^[^\s:]+$/,
      patternMessage: "An identifier has neither blanks nor colons.",
      placeholder: "lorekeep",
    },
    {
      key: "apiKey",
      label: "Client Secret",
      help: "The secret of the OAuth client.",
      secret: true,
      required: true,
      pattern: /^[^\s:]+:\S+$/,
      patternMessage: "Enter the identifier of the OAuth client and its secret.",
      placeholder: "the secret of the client",
    },
  ],
  setupGuide: [
    {
      title: "Choose who writes",
      text: "Articles are written by the administrator who creates the OAuth client. A separate administrator account keeps them apart. It has to be a Guide admin, too.",
    },
    {
      title: "Create an OAuth client",
      text: "In the Admin Center open Apps and integrations, APIs, OAuth clients and add one: name Lorekeep, client kind Confidential. API tokens are not taken: Zendesk makes no new ones and ends the last of them on April 30, 2027.",
    },
    {
      title: "Let it write to the help center",
      text: "Where the client has a list of scopes, allow hc:read, hc:write and users:read. Tickets are not read.",
    },
    {
      title: "Enter identifier and secret",
      text: "They are the Client Identifier and the Client Secret of the OAuth client. Zendesk shows the whole secret only once, when the client is saved.",
    },
    {
      title: "Find the section",
      text: "Open the section in your help center: the section ID is the number after /sections/ in the address, which begins with the Zendesk Subdomain URL.",
    },
    {
      title: "Know who reads the articles",
      text: "A new article is visible to agents and managers only; on a plan that cannot say so it is a draft. Whoever wants customers to read an article opens it in Zendesk, under Visible to: that stays so when the article is updated.",
    },
    {
      title: "Know what becomes of removed articles",
      text: "A removed article becomes a draft with a last line that says so; restoring it makes it what it was before. One that is archived in Zendesk is not written again unless you ask for it.",
    },
  ],
  docsUrl:
    "https://support.zendesk.com/hc/en-us/articles/4408845965210-Using-OAuth-authentication-with-your-application",
});

export type ZendeskConfig = ConfigOf<typeof zendeskManifest>;
