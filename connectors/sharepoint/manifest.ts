import { defineManifest } from "../manifest.ts";

export const sharepointManifest = defineManifest({
  id: "sharepoint",
  name: "SharePoint",
  kind: "knowledge",
  status: "coming-soon",
  fields: [
    {
      key: "baseUrl",
      label: "SharePoint Site URL",
      help: "The address of the site.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.sharepoint.com/sites/knowledge",
    },
    {
      key: "spaceId",
      label: "List Name",
      help: "The name of the list that takes the articles.",
      secret: false,
      required: true,
      placeholder: "Knowledge",
    },
    {
      key: "apiKey",
      label: "Access Token",
      help: "A Microsoft Graph access token with Sites.ReadWrite.All.",
      secret: true,
      required: true,
    },
  ],
  setupGuide: [
    {
      title: "Register an app",
      text: "In the Microsoft Entra admin center register an app with the Graph permission Sites.ReadWrite.All and have an administrator consent.",
    },
    { title: "Find the list", text: "Open the site, choose Site contents and copy the name of the list." },
    { title: "Get an access token", text: "Take a Microsoft Graph access token for the app." },
  ],
  docsUrl: "https://learn.microsoft.com/graph/api/resources/sharepoint",
});
