import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const sharepointManifest = defineManifest({
  id: "sharepoint",
  name: KNOWLEDGE_NAMES.sharepoint,
  kind: "knowledge",
  place: "library",
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
      help: "The name of the library that holds the site's pages: Site Pages, or what Site contents calls it in your language.",
      secret: false,
      required: true,
      placeholder: "Site Pages",
    },
    {
      key: "tenant",
      label: "Tenant ID",
      help: "The directory (tenant) ID of the app registration.",
      secret: false,
      required: false,
      isExtra: true,
      partOf: "apiKey",
      pattern: /^[^\s:]+$/,
      patternMessage: "A tenant ID has neither blanks nor colons.",
      placeholder: "00000000-0000-0000-0000-000000000000",
    },
    {
      key: "account",
      label: "Application ID",
      help: "The application (client) ID of the app registration.",
      secret: false,
      required: false,
      isExtra: true,
      partOf: "apiKey",
      pattern: /^[^\s:]+$/,
      patternMessage: "An application ID has neither blanks nor colons.",
      placeholder: "00000000-0000-0000-0000-000000000000",
    },
    {
      key: "apiKey",
      label: "Client Secret",
      help: "The value of a client secret of the app registration, not its ID.",
      secret: true,
      required: true,
      pattern: /^[^\s:]+:[^\s:]+:\S+$/,
      patternMessage: "Enter the tenant ID, the application ID and the value of the client secret.",
      placeholder: "the value of the secret",
    },
  ],
  setupGuide: [
    {
      title: "Register an app",
      text: "In the Microsoft Entra admin center open App registrations, choose New registration and copy the tenant ID and the application ID. Under Certificates & secrets make a client secret and copy its value. A pasted access token would end within an hour, so none is taken.",
    },
    {
      title: "Let it reach the one site",
      text: "Under API permissions add the Microsoft Graph application permission Sites.Selected and have an administrator consent. Then an administrator gives the app the role write on the site: in PowerShell Grant-PnPAzureADAppSitePermission, or by Graph POST /sites/{site-id}/permissions. Sites.ReadWrite.All works too, and reaches every site.",
    },
    {
      title: "Enter site and library",
      text: "The SharePoint Site URL is the address of the site up to its name. Articles become pages in its library of pages; the List Name is what Site contents calls that.",
    },
    {
      title: "Know what becomes of an article in SharePoint",
      text: "Each article is a published page whose file is named after its marker, so that it is never made twice. Web parts that people add stay where they are. A page that somebody has open for editing is left alone until it is checked in. A removed article's page goes to the site's recycle bin, where people can bring it back for 93 days; when the article is restored before that, a new page is made, because Microsoft Graph cannot look into the recycle bin.",
    },
  ],
  docsUrl: "https://learn.microsoft.com/graph/api/resources/sitepage",
});

export type SharepointConfig = ConfigOf<typeof sharepointManifest>;
