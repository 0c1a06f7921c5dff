import type { SlackMethod } from "./rate-limits.ts";

interface Scope {
  scope: string;
  /** True if nothing can be read without the scope. */
  isNeeded: boolean;
  /** The purpose of the scope, as the end of a sentence: 'to …'. */
  purpose: string;
}

/** The scopes of the bot token: exactly those that the product's calls need. */
export const BOT_SCOPES = [
  { scope: "channels:read", isNeeded: true, purpose: "list the public channels" },
  { scope: "channels:history", isNeeded: true, purpose: "read the messages of public channels" },
  { scope: "users:read", isNeeded: true, purpose: "name who wrote a message" },
  { scope: "channels:join", isNeeded: false, purpose: "join public channels without an invitation" },
  { scope: "groups:read", isNeeded: false, purpose: "list the private channels that the bot is invited to" },
  { scope: "groups:history", isNeeded: false, purpose: "read the messages of those private channels" },
  { scope: "users:read.email", isNeeded: false, purpose: "match members of private channels to people here" },
  { scope: "chat:write", isNeeded: false, purpose: "ask in threads, answer questions and tell people what they watch" },
  { scope: "commands", isNeeded: false, purpose: "offer /lorekeep and the shortcut in the menu of a message" },
  { scope: "im:history", isNeeded: false, purpose: "answer what people write to the app itself" },
] as const satisfies readonly Scope[];

export type BotScope = (typeof BOT_SCOPES)[number]["scope"];

/** The command as people type it in Slack. */
export const COMMAND_NAME = "/lorekeep";

/** The label in a message's menu. Slack allows 24 characters. https://docs.slack.dev/interactivity/implementing-shortcuts */
export const MESSAGE_SHORTCUT = {
  name: "Make an article of this",
  type: "message",
  callback_id: "lorekeep-article",
  description: "Lorekeep writes a knowledge article from this message's thread. Only you see what came of it.",
} as const;

/** The scope of the app-level token. */
export const APP_SCOPE = "connections:write";

const CHANNELS = ["channels:read", "groups:read"] as const;
const MESSAGES = ["channels:history", "groups:history", "im:history"] as const;

/** The scopes that each call needs, from Slack's reference. A call without an entry is a compile error. */
export const SCOPES_OF_METHOD: Record<SlackMethod, readonly (BotScope | typeof APP_SCOPE)[]> = {
  "auth.test": [],
  "auth.teams.list": [],
  "apps.connections.open": [APP_SCOPE],
  "conversations.list": CHANNELS,
  "conversations.info": CHANNELS,
  "conversations.members": CHANNELS,
  "users.conversations": CHANNELS,
  "conversations.history": MESSAGES,
  "conversations.replies": MESSAGES,
  "conversations.join": ["channels:join"],
  "users.info": ["users:read"],
  "users.list": ["users:read"],
  "users.lookupByEmail": ["users:read.email"],
  "chat.postMessage": ["chat:write"],
  "chat.update": ["chat:write"],
  "assistant.threads.setStatus": ["chat:write"],
  // Needs `assistant:write`, which Slack grants to an app of type 'agent' automatically.
  "assistant.threads.setSuggestedPrompts": [],
  "views.open": [],
};

/** The scopes that each event needs, from Slack's reference. `delivery.ts` accepts only these events. */
export const BOT_EVENTS: Record<string, readonly BotScope[]> = {
  "message.channels": ["channels:history"],
  "message.groups": ["groups:history"],
  "message.im": ["im:history"],
  channel_rename: ["channels:read"],
  channel_archive: ["channels:read"],
  channel_unarchive: ["channels:read"],
  channel_deleted: ["channels:read"],
  channel_left: ["channels:read"],
  channel_shared: CHANNELS,
  channel_unshared: CHANNELS,
  group_rename: ["groups:read"],
  group_archive: ["groups:read"],
  group_unarchive: ["groups:read"],
  group_deleted: ["groups:read"],
  group_left: ["groups:read"],
  member_joined_channel: CHANNELS,
  member_left_channel: CHANNELS,
  app_home_opened: [],
  app_uninstalled: [],
  tokens_revoked: [],
};

/** Returns the missing scopes without which nothing can be read. */
export function listMissingScopes(granted: readonly string[]): BotScope[] {
  return BOT_SCOPES.filter(({ scope, isNeeded }) => isNeeded && !granted.includes(scope)).map(({ scope }) => scope);
}

/** Describes a scope: 'channels:history (to read the messages of public channels)'. */
export function describeScope(scope: string): string {
  const purpose = BOT_SCOPES.find((known) => known.scope === scope)?.purpose;
  return purpose ? `${scope} (to ${purpose})` : scope;
}
