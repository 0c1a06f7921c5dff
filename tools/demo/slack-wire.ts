/** The formats of Slack's API and its workspace export, as far as the demo needs them. */
export interface SlackUser {
  id: string;
  name: string;
  real_name: string;
  profile: { display_name: string; real_name: string };
  is_bot: boolean;
  deleted: boolean;
  tz: string;
}

export interface SlackChannel {
  id: string;
  name: string;
  is_private: boolean;
  is_archived: boolean;
  topic: { value: string };
  purpose: { value: string };
  /** Seconds since 1970. */
  created: number;
}

export interface SlackFile {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  filetype: string;
  size: number;
  url_private: string;
}

export type SlackMessage = {
  type: "message";
  /** The time in seconds since 1970, with six digits of microseconds. It is the message's id within its channel. */
  ts: string;
  /** Absent on messages of apps that have no user. */
  user?: string;
  /** mrkdwn: `&`, `<` and `>` escaped, links `<url|label>`, people `<@U…>`. */
  text: string;
  subtype?: string;
  bot_id?: string;
  username?: string;
  hidden?: boolean;
  thread_ts?: string;
  reply_count?: number;
  reply_users?: string[];
  reply_users_count?: number;
  latest_reply?: string;
  parent_user_id?: string;
  edited?: { user: string; ts: string };
  files?: SlackFile[];
  upload?: boolean;
  /** The new topic; only in messages with the subtype `channel_topic`. */
  topic?: string;
};

export interface SlackTeam {
  id: string;
  name: string;
  domain: string;
  users: SlackUser[];
  channels: SlackChannel[];
}
