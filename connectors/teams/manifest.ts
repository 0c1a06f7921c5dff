import { type ConfigOf, defineManifest } from "../manifest.ts";

/** Saving requires no field, because the integration's test reports missing fields. */
export const teamsManifest = defineManifest({
  id: "teams",
  name: "Microsoft Teams",
  kind: "chat",
  chat: {
    place: "channel",
    listed: "for-one",
    named: null,
    finds: "people-of-the-channel",
    addsByRule: false,
    countsInPlan: false,
    questions: null,
    answers: false,
    notifies: true,
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
      help: "The value of a client secret of the app registration, not its ID. Microsoft shows it only once, and it ends on a day that you choose.",
      secret: true,
      required: false,
    },
    {
      key: "teamId",
      label: "Team ID",
      help: "The groupId in the link that Get link to team copies; the whole link is accepted too. Empty: the channels of every team, which needs the permission Team.ReadBasic.All.",
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
      title: "Let it read",
      text: "Under API permissions add the Microsoft Graph application permissions Channel.ReadBasic.All, ChannelMessage.Read.All and ChannelMember.Read.All, and have an administrator consent. Microsoft protects ChannelMessage.Read.All: request access with its form for protected APIs, which is reviewed every week.",
    },
    {
      title: "Or let a team's owner allow it",
      text: "Instead of the last step, and without Microsoft's form: download the Teams app that Lorekeep makes for the App ID beside these steps. It asks for ChannelSettings.Read.Group, ChannelMessage.Read.Group and ChannelMember.Read.Group of one team. In Teams open Apps, choose Manage your apps, then Upload an app, and add it to the team as its owner. Your organisation has to allow custom apps and the consent of group owners.",
      download: {
        field: "appId",
        pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
        label: "Download the Teams app",
        lacking: "Enter the App ID first: the Teams app is made for it.",
      },
    },
    {
      title: "Find the team",
      text: "In Teams choose Get link to team: the team ID is the groupId in the link.",
    },
    {
      title: "New messages at once",
      text: "Nothing to set up. Lorekeep asks Microsoft to tell it of new, edited and deleted messages of each monitored channel, and renews that by itself. For that Microsoft must reach {address} from the internet by https; where it cannot, each check finds them.",
    },
  ],
  docsUrl: "https://learn.microsoft.com/graph/teams-concept-overview",
});

export type TeamsConfig = ConfigOf<typeof teamsManifest>;
