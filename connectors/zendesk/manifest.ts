import { defineManifest } from "../manifest.ts";

export const zendeskManifest = defineManifest({
  id: "zendesk",
  name: "Zendesk",
  kind: "knowledge",
  status: "coming-soon",
  fields: [
    {
      key: "baseUrl",
      label: "Zendesk Subdomain URL",
      help: "The address of your Zendesk.",
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
      placeholder: "360001234567",
    },
    {
      key: "apiKey",
      label: "API Token",
      help: "A token from the Zendesk Admin Center.",
      secret: true,
      required: true,
    },
  ],
  setupGuide: [
    {
      title: "Allow API tokens",
      text: "In the Admin Center open Apps and integrations, Zendesk API, and turn on token access.",
    },
    { title: "Create a token", text: "Choose Add API token and copy it. Zendesk shows it only once." },
    {
      title: "Find the section",
      text: "Open the section in your help center: its ID is the number after /sections/ in the address.",
    },
  ],
  docsUrl: "https://developer.zendesk.com/api-reference/help_center/help-center-api/introduction/",
});
