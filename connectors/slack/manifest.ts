import { type ConfigOf, defineManifest } from "../manifest.ts";

export const slackManifest = defineManifest({
  id: "slack",
  name: "Slack",
  kind: "chat",
  status: "live",
  chat: {
    place: "channel",
    listed: "for-all",
    finds: "everybody",
    countsInPlan: true,
    questions: {
      notAllowed:
        "The Slack app lacks the scope chat:write. Add it under OAuth & Permissions, install the app again and test the integration.",
    },
  },
  fields: [
    {
      key: "botToken",
      label: "Bot Token",
      help: "The Bot User OAuth Token of your Slack app, from OAuth & Permissions. Needed scopes: channels:read, channels:history, chat:write, users:read.",
      secret: true,
      required: true,
      pattern: /^xoxb-/,
      patternMessage: "A bot token starts with xoxb-.",
      placeholder: "xoxb-…",
    },
    {
      key: "appToken",
      label: "App Token",
      help: "Optional. An app-level token is for Socket Mode. With it Lorekeep opens the connection for live messages itself, so that Slack need not reach this installation; without it Slack sends them to the Request URL.",
      secret: true,
      required: false,
      pattern: /^xapp-/,
      patternMessage: "An app token starts with xapp-.",
      placeholder: "xapp-…",
    },
    {
      key: "signingSecret",
      label: "Signing Secret",
      help: "From Basic Information of your Slack app. It proves that an event really comes from Slack. Every Slack app has one.",
      secret: true,
      required: true,
      placeholder: "32 characters",
    },
  ],
  setupGuide: [
    {
      title: "Create a Slack app",
      text: "Open api.slack.com/apps, choose Create New App, then From scratch, and pick your workspace.",
    },
    {
      title: "Add the permissions",
      text: "Under OAuth & Permissions add the bot scopes channels:read, channels:history, users:read, users:read.email and chat:write. Add groups:read and groups:history for private channels, whose articles are for their members: users:read.email tells who of you that is; and channels:join to let the bot join public channels itself.",
    },
    {
      title: "Install it",
      text: "Choose Install to Workspace and copy the Bot User OAuth Token, which starts with xoxb-.",
    },
    {
      title: "Copy the signing secret",
      text: "You find it under Basic Information, App Credentials.",
    },
    {
      title: "Turn on live messages",
      text: "Save the integration here first. Then turn on Event Subscriptions and enter the Request URL {address}/api/slack/events; Slack checks it at once. When Slack cannot reach that address, turn on Socket Mode instead, make an app-level token with the scope connections:write and enter it as the App Token.",
    },
    {
      title: "Choose the events",
      text: "Under Subscribe to bot events add message.channels, channel_rename, channel_archive, channel_unarchive, channel_deleted, channel_left, member_joined_channel, member_left_channel, channel_shared, channel_unshared, app_uninstalled and tokens_revoked; for private channels also message.groups, group_rename, group_archive, group_unarchive, group_deleted and group_left. Then install the app again. Without events nothing is lost: each check finds what changed.",
    },
    {
      title: "Let people answer questions",
      text: "Optional. To have the person who gave an answer asked in its thread, turn on Interactivity & Shortcuts and enter the Request URL {address}/api/slack/interactions; with Socket Mode no address is needed. Then switch the questions on for each channel, under Collaboration, Manage.",
    },
    {
      title: "Invite the bot",
      text: "In each channel that is to be monitored, type /invite and the name of your app.",
    },
  ],
  docsUrl: "https://docs.slack.dev/authentication/tokens",
});

export type SlackConfig = ConfigOf<typeof slackManifest>;
