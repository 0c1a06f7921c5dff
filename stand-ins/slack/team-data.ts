/** A Slack team as its wire shapes; the demo's files and tests give it. */
export interface SlackTeamData {
  team: { id: string; name: string; domain: string };
  botToken: string;
  /** For Socket Mode. */
  appToken?: string;
  /** Granted to the app token; `connections:write` when absent. */
  appScopes?: readonly string[];
  /** Socket Mode is switched off in the app's settings, although it has an app token. */
  isSocketModeOff?: boolean;
  /** Granted to the bot token. */
  scopes: readonly string[];
  /** Our bot's user; a member called 'lorekeep' when absent. */
  bot?: { id: string; name: string };
  /** Of the app, in the menu of each message. */
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
  /** Shown to a token with users:read.email. */
  email?: string;
  /** A guest: let into some channels. */
  is_restricted?: boolean;
  /** Let into one channel. */
  is_ultra_restricted?: boolean;
}

export interface SlackChannel {
  id: string;
  name: string;
  is_private?: boolean;
  is_archived?: boolean;
  /** A conversation between one person and our app. */
  is_im?: boolean;
  /** Whether our bot is in it; true when absent. */
  is_member?: boolean;
  /** Ids of users; everybody of the team when absent. */
  members?: string[];
  /** Shared with another company. */
  is_ext_shared?: boolean;
  topic?: { value: string };
  purpose?: { value: string };
  /** Seconds since 1970. */
  created?: number;
  /** Replies among them; in any order. */
  messages: SlackMessage[];
}

/** As Slack stores it; tests may put broken ones in, so hardly anything is certain. */
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
