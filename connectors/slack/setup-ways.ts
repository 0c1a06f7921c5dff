import type { SetupWay } from "../manifest.ts";
import { looksPublic } from "../public-address.ts";
import { buildNewAppLink } from "./app-manifest.ts";
import { APP_SCOPE } from "./scopes.ts";

const CREATE = {
  title: "Create the app",
  text: "Press the button. Slack opens with every permission and event filled in: choose your workspace, then Next and Create.",
};
const INSTALL = {
  title: "Install it",
  text: "In Slack choose Install to Workspace, then copy the Bot User OAuth Token from OAuth & Permissions into Bot Token.",
};
const INVITE = {
  title: "Invite the bot",
  text: "In each private channel that is to be monitored, type /invite @lorekeep. Public channels it joins itself.",
};

export const SLACK_SETUP_WAYS: readonly SetupWay[] = [
  {
    id: "events",
    label: "Slack sends messages to this address",
    suits: looksPublic,
    link: { label: "Create the app in Slack", href: (address) => buildNewAppLink(address) },
    steps: [
      CREATE,
      INSTALL,
      {
        title: "Copy the signing secret",
        text: "From Basic Information, App Credentials, into Signing Secret. Then save here.",
      },
      {
        title: "Let Slack check the address",
        text: "In Slack open Event Subscriptions. Where the Request URL is not verified yet, press Retry: it is {address}/api/slack/events. The integration then says that the signing secret works.",
      },
      INVITE,
    ],
  },
  {
    id: "socket",
    label: "Slack cannot reach this address (Socket Mode)",
    suits: () => true,
    link: { label: "Create the app in Slack", href: () => buildNewAppLink(null) },
    steps: [
      CREATE,
      INSTALL,
      {
        title: "Make an app token",
        text: `Under Basic Information, App-Level Tokens, choose Generate Token and Scopes, add ${APP_SCOPE}, and copy it into App Token.`,
      },
      {
        title: "Copy the signing secret",
        text: "From Basic Information, App Credentials, into Signing Secret. Then save here.",
      },
      INVITE,
    ],
  },
];
