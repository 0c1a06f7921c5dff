/** Kinds of notifications, in the sequence of the settings page. */
export const NOTIFICATION_KINDS = [
  "decision",
  /** An article was written from the person's explanation. The person is asked whether it is right. */
  "asked",
  "answered",
  "changed",
  "conflict",
  "retracted",
  "new",
  "failed",
  /** A weekly summary of the wiki's problems, for owners and admins. */
  "wiki",
] as const;
/** The URL of the dashboard's page about the wiki. */
export const WIKI_HEALTH_PATH = "/configuration?view=wiki-health";
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const MAIL_FREQUENCIES = ["at-once", "daily", "weekly", "never"] as const;
export type MailFrequency = (typeof MAIL_FREQUENCIES)[number];

export const DELIVERY_METHODS = ["app", "mail", "chat"] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
export type DeliveryChoice = Readonly<Record<DeliveryMethod, boolean>>;
/** The default ways of delivery for each kind of notification. */
export const DEFAULT_DELIVERY: DeliveryChoice = { app: true, mail: true, chat: false };

export const WATCH_KINDS = ["article", "channel", "category"] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** The default frequency of mails. */
export const DEFAULT_MAIL_FREQUENCY = { mail: "daily", hour: 8, weekday: 1 } as const;
