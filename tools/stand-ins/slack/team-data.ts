/** A Slack team in the format of Slack's API, from the demo's files or from a test. */
export interface SlackTeamData {
  team: { id: string; name: string; domain: string };
  botToken: string;
  /** The token for Socket Mode. */
  appToken?: string;
  /** The app token's scopes; `connections:write` if absent. */
  appScopes?: readonly string[];
  /** True if the app's settings disable Socket Mode although it has an app token. */
  isSocketModeOff?: boolean;
  /** The bot token's scopes. */
  scopes: readonly string[];
  /** The bot's user; a member called 'lorekeep' if absent. */
  bot?: { id: string; name: string };
  /** The app's entries in the menu of each message. */
  shortcuts?: readonly { name: string; callback_id: string }[];
  users: SlackUser[];
  channels: SlackChannel[];
}

export interface SlackUser {
  id: string;
  name?: string;
  real_name?: string;
  deleted?: boolean;
  is_bot?: boolean;
  tz?: string;
  profile?: { display_name?: string; real_name?: string };
  /** The person's e-mail address. Only a token with users:read.email sees it. */
  email?: string;
  /** A guest with access to some channels. */
  is_restricted?: boolean;
  /** A guest with access to one channel. */
  is_ultra_restricted?: boolean;
}

export interface SlackChannel {
  id: string;
  name: string;
  is_private?: boolean;
  is_archived?: boolean;
  /** A direct conversation between one person and our app. */
  is_im?: boolean;
  /** Whether our bot is a member; true if absent. */
  is_member?: boolean;
  /** The ids of the members; everybody in the team if absent. */
  members?: string[];
  /** True if the channel is shared with another company. */
  is_ext_shared?: boolean;
  topic?: { value: string };
  purpose?: { value: string };
  /** The time of creation in seconds since 1970. */
  created?: number;
  /** The messages in any order, with replies. */
  messages: SlackMessage[];
}

/** A message as Slack stores it. Most fields are optional, because tests may use malformed messages. */
export interface SlackMessage {
  type?: string;
  ts: string;
  user?: string;
  text?: string;
  subtype?: string;
  bot_id?: string;
  thread_ts?: string;
  reply_count?: number;
  reply_users?: string[];
  reply_users_count?: number;
  latest_reply?: string;
  parent_user_id?: string;
  hidden?: boolean;
  edited?: { user: string; ts: string };
  [more: string]: unknown;
}

export const ALL_SCOPES = [
  "channels:read",
  "channels:history",
  "channels:join",
  "groups:read",
  "groups:history",
  "users:read",
  "users:read.email",
  "team:read",
  "chat:write",
  "commands",
  "im:history",
] as const;
