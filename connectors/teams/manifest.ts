import { defineManifest } from "../manifest.ts";

export const teamsManifest = defineManifest({
  id: "teams",
  name: "Microsoft Teams",
  kind: "chat",
  status: "configure-only",
  chat: {
    place: "channel",
    listed: "for-one",
    finds: "people-of-the-channel",
    addsByRule: false,
    countsInPlan: false,
    questions: null,
  },
  fields: [
    {
      key: "tenantId",
      label: "Tenant ID",
      help: "The directory (tenant) ID of your organisation, from the overview page of the app registration.",
      secret: false,
      required: false,
      placeholder: "00000000-0000-0000-0000-000000000000",
    },
    {
      key: "appId",
      label: "App ID",
      help: "The application (client) ID of the app registration.",
      secret: false,
      required: false,
      placeholder: "00000000-0000-0000-0000-000000000000",
    },
    {
      key: "appSecret",
      label: "App Secret",
      help: "The value of a client secret of the app registration. Microsoft shows it only once.",
      secret: true,
      required: false,
    },
    {
      key: "teamId",
      label: "Team ID",
      help: "The groupId in the link that Get link to team copies.",
      secret: false,
      required: false,
      placeholder: "00000000-0000-0000-0000-000000000000",
    },
  ],
  setupGuide: [
    {
      title: "Register an app",
      text: "In the Microsoft Entra admin center open App registrations, choose New registration and copy the application ID and the tenant ID.",
    },
    {
      title: "Make a client secret",
      text: "Under Certificates & secrets make a new client secret and copy its value.",
    },
    {
      title: "Ask for permission",
      text: "Under API permissions add the Microsoft Graph application permissions Channel.ReadBasic.All and ChannelMessage.Read.All and have an administrator consent.",
    },
    {
      title: "Find the team",
      text: "In Teams choose Get link to team: the team ID is the groupId in the link.",
    },
    {
      title: "Save it for later",
      text: "The configuration is kept. Monitoring of Microsoft Teams is in development and will be enabled in a future update.",
    },
  ],
  docsUrl: "https://learn.microsoft.com/graph/teams-concept-overview",
});
