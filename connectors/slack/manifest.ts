import { type ConfigOf, defineManifest } from "../manifest.ts";
import { BOT_EVENTS, BOT_SCOPES, COMMAND_NAME, MESSAGE_SHORTCUT } from "./scopes.ts";

const scopes = BOT_SCOPES.map(({ scope }) => scope);
const events = Object.keys(BOT_EVENTS);
const listed = (words: readonly string[]) => `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

export const slackManifest = defineManifest({
  id: "slack",
  name: "Slack",
  kind: "chat",
  chat: {
    place: "channel",
    listed: "for-all",
    named: null,
    finds: "everybody",
    addsByRule: true,
    countsInPlan: true,
    questions: {
      notAllowed:
        "The Slack app lacks the scope chat:write. Press Connect again and allow it; with an app of your own add it under OAuth & Permissions, install the app again and test the integration.",
    },
    answers: true,
    notifies: false,
  },
  connect: {
    label: "Add to Slack",
    field: "botToken",
    text: "Slack asks for your permission and leads back here. There is nothing to copy.",
    own: "app",
    isSole: true,
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
      usual: {
        pattern: /^xoxb-[\w-]{10,}$/,
        ok: "This has the form of a bot token.",
        doubt: "A bot token is longer. Check that all of it was copied.",
      },
      placeholder: "xoxb-…",
      proof: { by: "test" },
    },
    {
      key: "appToken",
      label: "App Token",
      help: "Optional. An app-level token is for Socket Mode. With it Lorekeep opens the connection for live messages itself, so that Slack need not reach this installation; without it Slack sends them to the Request URL.",
      secret: true,
      required: false,
      pattern: /^xapp-/,
      patternMessage: "An app token starts with xapp-.",
      usual: {
        pattern: /^xapp-[\w-]{10,}$/,
        ok: "This has the form of an app-level token.",
        doubt: "An app token is longer. Check that all of it was copied.",
      },
      placeholder: "xapp-…",
      proof: { by: "test" },
    },
    {
      key: "signingSecret",
      label: "Signing Secret",
      help: "From Basic Information of your Slack app. It proves that an event really comes from Slack. Every Slack app has one.",
      secret: true,
      required: true,
      usual: {
        pattern: /^[0-9a-f]{32}$/,
        ok: "This has the form of a signing secret.",
        doubt: "A signing secret has 32 characters, 0 to 9 and a to f. Check that all of it was copied.",
      },
      placeholder: "32 characters",
      proof: {
        by: "request",
        waiting: "Waiting for Slack's first signed request.",
        unusedWith: { field: "appToken", text: "Not used: with an app token Slack sends nothing that it signs." },
        signedByAnother: "Copy the Signing Secret again from Basic Information, App Credentials.",
      },
    },
  ],
  credentialKinds: [
    { pattern: /^xoxb-/, name: "a bot token", field: "botToken" },
    { pattern: /^xapp-/, name: "an app-level token", field: "appToken" },
    {
      pattern: /^xoxp-/,
      name: "a user token",
      advice: "Copy the Bot User OAuth Token, which is below it under OAuth & Permissions.",
    },
    {
      pattern: /^xoxe\.xoxb-/,
      name: "a bot token that expires after 12 hours",
      advice: "Lorekeep does not renew it: create the app again with token rotation switched off.",
    },
    { pattern: /^xoxe[.-]/, name: "a token for configuring apps or renewing others" },
    { pattern: /^xox[acdrs]-/, name: "a token of a browser or of an older kind of app" },
    { pattern: /^https:\/\/hooks\.slack\.com\//, name: "the address of a webhook" },
    { pattern: /^\d{8,}\.\d{8,}$/, name: "the Client ID of the app" },
    { pattern: /^A[0-9A-Z]{8,11}$/, name: "the App ID" },
    {
      pattern: /^[A-Za-z0-9]{24}$/,
      name: "the Verification Token of the app, which Slack no longer recommends",
      advice: "The signing secret is above it, under Basic Information.",
    },
    // A client secret looks like a signing secret. Only Slack's first request shows which one was entered.
    { pattern: /^[0-9a-f]{32}$/, name: "a signing secret", field: "signingSecret" },
  ],
  setupGuide: [
    {
      title: "Create a Slack app",
      text: "Open api.slack.com/apps, choose Create New App, then From scratch, and pick your workspace.",
    },
    {
      title: "Add the permissions",
      text: `Under OAuth & Permissions add the bot scopes ${listed(scopes)}. Without groups:read and groups:history private channels are not read. users:read.email is needed to match Slack users to accounts, so that articles of a private channel reach its members only. Without channels:join the bot must be invited to each channel.`,
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
      text: `Under Subscribe to bot events add ${listed(events)}. Then install the app again. Without events nothing is lost: each check finds what changed.`,
    },
    {
      title: "Let people answer questions",
      text: "Optional. To have the person who gave an answer asked in its thread, turn on Interactivity & Shortcuts and enter the Request URL {address}/api/slack/interactions; with Socket Mode no address is needed. Then switch the questions on for each channel, under Collaboration, Manage.",
    },
    {
      title: "Let people ask with a command",
      text: `Optional. Under Slash Commands create ${COMMAND_NAME} with the Request URL {address}/api/slack/commands; with Socket Mode no address is needed. Then install the app again. Only who asks sees the answer.`,
    },
    {
      title: "Let people ask in a direct message",
      text: "Optional. Under App Home turn on the Messages Tab and allow users to send messages from it; the scope im:history and the event message.im are in the lists above. The app is told of what people write to it, never of direct messages between people.",
    },
    {
      title: "Let people ask for an article",
      text: `Optional. Under Interactivity & Shortcuts, which needs the Request URL {address}/api/slack/interactions or Socket Mode, create a shortcut on messages with the name '${MESSAGE_SHORTCUT.name}' and the Callback ID ${MESSAGE_SHORTCUT.callback_id}. Then install the app again. Members of the workspace who may start an analysis, matched by users:read.email, get an article of a thread with it.`,
    },
    {
      title: "Invite the bot",
      text: "In each channel that is to be monitored, type /invite and the name of your app.",
    },
  ],
  docsUrl: "https://docs.slack.dev/authentication/tokens",
});

export type SlackConfig = ConfigOf<typeof slackManifest>;
