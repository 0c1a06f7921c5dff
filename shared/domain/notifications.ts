/** Kinds of notifications, in the order of the settings. */
export const NOTIFICATION_KINDS = [
  "decision",
  /** An article was written from the person's explanation, so they are asked whether it is right. */
  "asked",
  "answered",
  "changed",
  "conflict",
  "retracted",
  "new",
  "failed",
  /** Once a week, what to look at in the wiki; for owners and admins. */
  "wiki",
] as const;
/** The page about the wiki, in the dashboard. */
export const WIKI_HEALTH = "/configuration?view=wiki-health";
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const MAIL_PACES = ["at-once", "daily", "weekly", "never"] as const;
export type MailPace = (typeof MAIL_PACES)[number];

export const NOTIFICATION_WAYS = ["app", "mail", "chat"] as const;
export type NotificationWay = (typeof NOTIFICATION_WAYS)[number];
export type WantedWays = Readonly<Record<NotificationWay, boolean>>;
/** The default channels of each kind of notification. */
export const USUAL_WAYS: WantedWays = { app: true, mail: true, chat: false };

export const WATCH_KINDS = ["article", "channel", "category"] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

/** The default frequency of mails. */
export const USUAL_MAIL = { mail: "daily", hour: 8, weekday: 1 } as const;
