import { defineManifest } from "../manifest.ts";

export const jiraManifest = defineManifest({
  id: "jira",
  name: "Jira",
  kind: "knowledge",
  status: "coming-soon",
  fields: [
    {
      key: "baseUrl",
      label: "Jira Base URL",
      help: "The address of your Jira site.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.atlassian.net",
    },
    {
      key: "spaceId",
      label: "Project Key",
      help: "The letters before the number of an issue, such as KB in KB-12.",
      secret: false,
      required: true,
      placeholder: "KB",
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
      title: "Create an API token",
      text: "Open id.atlassian.com/manage-profile/security/api-tokens and choose Create API token.",
    },
    {
      title: "Find the project key",
      text: "Open the project in Jira: the key is the part before the number of each issue.",
    },
    {
      title: "Enter the token",
      text: "Write the e-mail address of the account, a colon and the token, without spaces.",
    },
  ],
  docsUrl: "https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/",
});
