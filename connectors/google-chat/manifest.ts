import { type ConfigOf, defineManifest } from "../manifest.ts";

/** Scopes that an administrator delegates to a service account, so that the account can read in a person's name. */
export const DELEGATED_SCOPES = ["chat.spaces.readonly", "chat.messages.readonly", "chat.memberships.readonly"].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** A note on an optional field. Saving requires no field, because the integration's test reports missing fields. */
const MAY_NOT_ASK =
  "Asking in threads needs the JSON key of a service account and a Pub/Sub subscription, with the same topic as the connection of the Google Chat app. Enter them and test the integration.";

export const googleChatManifest = defineManifest({
  id: "google-chat",
  name: "Google Chat",
  kind: "chat",
  chat: {
    place: "space",
    listed: "for-one",
    named: { help: "The last part of the space's address, after /room/.", suggestedBy: "chatSpaceId" },
    finds: "people-of-the-channel",
    addsByRule: false,
    countsInPlan: false,
    questions: { notAllowed: MAY_NOT_ASK },
    answers: true,
    notifies: false,
  },
  connect: {
    label: "Connect with Google",
    field: "accessToken",
    text: "Lorekeep then reads the spaces that your Google account is a member of. Access is renewed for you.",
    own: "credentials",
  },
  fields: [
    {
      key: "workspaceId",
      label: "Workspace ID",
      help: "The customer ID of your Google Workspace, from the Admin console under Account settings.",
      secret: false,
      required: false,
      placeholder: "C01234567",
    },
    {
      key: "apiKey",
      label: "API Key",
      help: "The key of your Google Cloud project. Google Chat does not let a key alone read messages, so an access token is needed as well.",
      secret: true,
      required: false,
    },
    {
      key: "accessToken",
      label: "Access Token",
      help: "What reads the messages: an OAuth access token with chat.spaces.readonly and chat.messages.readonly, which lasts one hour, or the JSON key of a service account, which is renewed for you.",
      secret: true,
      required: false,
    },
    {
      key: "chatSpaceId",
      label: "Chat Space ID",
      help: "Optional. The last part of the space's address, after /room/; also accepted as spaces/… or as the whole address.",
      secret: false,
      required: false,
      placeholder: "AAAAbbbbCCC",
    },
    {
      key: "actsFor",
      label: "Read As",
      help: "Optional, and only with the JSON key of a service account to which an administrator delegated this: the address of a person, whose spaces it then reads without being added to them.",
      secret: false,
      required: false,
      isExtra: true,
      pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
      patternMessage: "Give the person's e-mail address.",
      placeholder: "ana@acme.com",
    },
    {
      key: "pubsubSubscription",
      label: "Pub/Sub Subscription",
      help: "Optional, and only with the JSON key of a service account. With it, new, edited and deleted messages arrive at once; without it, each check finds them.",
      secret: false,
      required: false,
      isExtra: true,
      pattern: /^projects\/[a-z][a-z0-9.:-]{3,100}\/subscriptions\/[A-Za-z][\w.~+%-]{2,254}$/,
      patternMessage: "Give its whole name, such as projects/acme/subscriptions/lorekeep.",
      placeholder: "projects/acme/subscriptions/lorekeep",
    },
  ],
  setupGuide: [
    {
      title: "Turn on the Google Chat API",
      text: "In the Google Cloud console choose or create a project and enable the Google Chat API. Under its Configuration give the Chat app a name, the address of a picture and a description, and save: without that Google answers no call.",
    },
    {
      title: "Make the key of the project",
      text: "Optional: Google Chat answers to no such key alone. Under APIs & Services, Credentials, choose Create credentials, then API key.",
    },
    {
      title: "Make a service account",
      text: "Under IAM & Admin, Service Accounts, create one; it needs no role. Under its Keys choose Add key, Create new key, JSON, and paste the whole file as the Access Token. To try Lorekeep for an hour, an OAuth access token with chat.spaces.readonly, chat.messages.readonly and chat.memberships.readonly will do instead.",
    },
    {
      title: "Let it read as a person",
      text: `The shorter of two ways. In the Admin console, as a super administrator, under Security, Access and data control, API controls, Domain-wide delegation, add the service account's Client ID with the scopes ${DELEGATED_SCOPES.join(", ")}. Then enter the address of a person of your Workspace under Read As: the spaces of that person can be monitored, and nothing has to be added to them.`,
    },
    {
      title: "Or let the Chat app read",
      text: "For spaces to which the Chat app is added. In the service account, under Advanced settings, create a Google Workspace Marketplace-compatible OAuth client. Enable the Google Workspace Marketplace SDK; in its App Configuration choose Private, Individual + Admin Install and Chat app, add the scope https://www.googleapis.com/auth/chat.app.messages.readonly, and publish the store listing. In the Admin console, under Apps, Google Workspace Marketplace apps, an administrator installs the app and grants it the scope. Leave Read As empty.",
    },
    {
      title: "Find the space",
      text: "Open the space in a browser: its ID is the part of the address after /room/. Add the Chat app to the space unless Lorekeep reads as a person.",
    },
    {
      title: "Turn on live messages",
      text: "Optional, for a service account. In its Google Cloud project enable the Google Workspace Events API and the Cloud Pub/Sub API, and make a topic with a subscription whose delivery type is Pull. Give chat-api-push@system.gserviceaccount.com the role Pub/Sub Publisher on the topic, and the service account the roles Pub/Sub Subscriber and Pub/Sub Viewer on the subscription. Then enter the whole name of the subscription. Google need not reach this installation.",
    },
    {
      title: "Let people ask in a space",
      text: "Optional, with live messages. In the configuration of the Google Chat API give the app a name and an avatar, switch on interactive features, that it may receive 1:1 messages and that it may join spaces, and choose Cloud Pub/Sub with the same topic as its connection. Who names the app in a monitored space is then answered in the thread, members of the workspace who write to the app alone are answered there, and the buttons under its questions and answers work.",
    },
  ],
  docsUrl: "https://developers.google.com/workspace/chat/authenticate-authorize",
});

export type GoogleChatConfig = ConfigOf<typeof googleChatManifest>;
