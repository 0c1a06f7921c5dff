import { BOT_EVENTS, BOT_SCOPES, COMMAND_NAME, MESSAGE_SHORTCUT } from "./scopes.ts";

/** The suggested questions at the start of a conversation with the app. */
const PROMPTS = [
  { title: "How do I do something?", message: "How do I reset my password?" },
  { title: "What do I do when it fails?", message: "What do I do when a deployment fails?" },
  { title: "Where do I find something?", message: "Where do I find the guide for new people?" },
];

/**
 * Builds the manifest of the Slack app. With an address, Slack sends signed events and interactions to the address.
 * With null, Lorekeep opens the connection (Socket Mode). https://docs.slack.dev/reference/app-manifest
 */
export function buildAppManifest(address: string | null) {
  const requestUrl = (path: string) => (address === null ? {} : { request_url: `${address}/api/slack/${path}` });
  return {
    display_information: {
      name: "Lorekeep",
      description: "Writes knowledge articles from what your team explains and solves.",
      background_color: "#1f2a37",
    },
    features: {
      bot_user: { display_name: "lorekeep", always_online: true },
      app_home: { home_tab_enabled: false, messages_tab_enabled: true, messages_tab_read_only_enabled: false },
      agent_view: {
        agent_description:
          "Answers with what your team has explained in the chat, sentence by sentence with who said it. It knows nothing else, and says so.",
        suggested_prompts: PROMPTS,
      },
      shortcuts: [MESSAGE_SHORTCUT],
      slash_commands: [
        {
          command: COMMAND_NAME,
          description: "Ask what your team has explained. Only you see the answer.",
          usage_hint: "your question",
          should_escape: false,
          ...(address !== null && { url: `${address}/api/slack/commands` }),
        },
      ],
    },
    oauth_config: {
      // For an installation whose operator offers this app by OAuth. Slack accepts only https.
      ...(address?.startsWith("https:") && { redirect_urls: [`${address}/api/connections/slack/callback`] }),
      scopes: { bot: BOT_SCOPES.map(({ scope }) => scope) },
    },
    settings: {
      event_subscriptions: { ...requestUrl("events"), bot_events: Object.keys(BOT_EVENTS) },
      interactivity: { is_enabled: true, ...requestUrl("interactions") },
      org_deploy_enabled: false,
      socket_mode_enabled: address === null,
      token_rotation_enabled: false,
    },
  };
}

/** Builds a link to Slack's page for a new app, with all settings filled in. */
export function buildNewAppLink(address: string | null): string {
  const link = new URL("https://api.slack.com/apps?new_app=1");
  link.searchParams.set("manifest_json", JSON.stringify(buildAppManifest(address)));
  // Slack's page does not decode a plus sign to a space.
  return link.href.replaceAll("+", "%20");
}
