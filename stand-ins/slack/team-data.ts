/** A Slack team as its wire shapes; the demo's files and tests give it. */
export interface SlackTeamData {
  team: { id: string; name: string; domain: string };
  botToken: string;
  /** For Socket Mode. */
  appToken?: string;
  /** Granted to the bot token. */
  scopes: readonly string[];
  /** Our bot's user; a member called 'lorekeep' when absent. */
  bot?: { id: string; name: string };
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
}

export interface SlackChannel {
  id: string;
  name: string;
  is_private?: boolean;
  is_archived?: boolean;
  /** Whether our bot is in it; true when absent. */
  is_member?: boolean;
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
  "team:read",
  "chat:write",
] as const;
