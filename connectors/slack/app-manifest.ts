import { BOT_EVENTS, BOT_SCOPES, COMMAND, SHORTCUT } from "./scopes.ts";

/**
 * The whole Slack app as Slack takes it. With an address Slack sends events and what people press there, signed; null: Lorekeep
 * opens the connection itself (Socket Mode). https://docs.slack.dev/reference/app-manifest
 */
export function appManifest(address: string | null) {
  const requestUrl = (path: string) => (address === null ? {} : { request_url: `${address}/api/slack/${path}` });
  return {
    display_information: {
      name: "Lorekeep",
      description: "Writes knowledge articles from what your team explains and solves.",
      background_color: "#1f2a37",
    },
    features: {
      bot_user: { display_name: "lorekeep", always_online: true },
      shortcuts: [SHORTCUT],
      slash_commands: [
        {
          command: COMMAND,
          description: "Ask what your team has explained. Only you see the answer.",
          usage_hint: "your question",
          should_escape: false,
          ...(address !== null && { url: `${address}/api/slack/commands` }),
        },
      ],
    },
    oauth_config: { scopes: { bot: BOT_SCOPES.map(({ scope }) => scope) } },
    settings: {
      event_subscriptions: { ...requestUrl("events"), bot_events: Object.keys(BOT_EVENTS) },
      interactivity: { is_enabled: true, ...requestUrl("interactions") },
      org_deploy_enabled: false,
      socket_mode_enabled: address === null,
      token_rotation_enabled: false,
    },
  };
}

/** Opens Slack's own page for a new app with everything filled in. */
export function newAppLink(address: string | null): string {
  const link = new URL("https://api.slack.com/apps?new_app=1");
  link.searchParams.set("manifest_json", JSON.stringify(appManifest(address)));
  // Slack's page reads a plus sign as one.
  return link.href.replaceAll("+", "%20");
}
