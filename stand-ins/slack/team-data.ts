/** A Slack team in the format of Slack's API, from the demo's files or a test. */
export interface SlackTeamData {
  team: { id: string; name: string; domain: string };
  botToken: string;
  /** The token for Socket Mode. */
  appToken?: string;
  /** The app token's scopes; `connections:write` when absent. */
  appScopes?: readonly string[];
  /** True if the app's settings disable Socket Mode although it has an app token. */
  isSocketModeOff?: boolean;
  /** The bot token's scopes. */
  scopes: readonly string[];
  /** The bot's user; a member called 'lorekeep' when absent. */
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
  /** Visible to a token with users:read.email. */
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
  /** Whether our bot is a member; true when absent. */
  is_member?: boolean;
  /** User ids; everybody in the team when absent. */
  members?: string[];
  /** Shared with another company. */
  is_ext_shared?: boolean;
  topic?: { value: string };
  purpose?: { value: string };
  /** In seconds since 1970. */
  created?: number;
  /** Messages in any order, including replies. */
  messages: SlackMessage[];
}

/** A message as Slack stores it. Tests may use malformed ones, so most fields are optional. */
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
