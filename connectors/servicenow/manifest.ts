import { defineManifest } from "../manifest.ts";

export const servicenowManifest = defineManifest({
  id: "servicenow",
  name: "ServiceNow",
  kind: "knowledge",
  status: "coming-soon",
  fields: [
    {
      key: "baseUrl",
      label: "ServiceNow Instance URL",
      help: "The address of your instance.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.service-now.com",
    },
    {
      key: "spaceId",
      label: "Knowledge Base",
      help: "The name of the knowledge base that takes the articles.",
      secret: false,
      required: true,
      placeholder: "IT",
    },
    {
      key: "apiKey",
      label: "User and Password",
      help: "Of an account that may write articles there, with a colon between them: user:password.",
      secret: true,
      required: true,
      pattern: /^[^\s:]+:.+$/,
      patternMessage: "Enter the user, a colon and the password: user:password.",
    },
  ],
  setupGuide: [
    {
      title: "Choose who writes",
      text: "Create a user for the product with the role knowledge, and let it contribute to the knowledge base.",
    },
    { title: "Find the knowledge base", text: "In ServiceNow open Knowledge, Knowledge Bases and copy its title." },
    { title: "Enter the account", text: "Write the user's name, a colon and the password." },
  ],
  docsUrl: "https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html",
});
