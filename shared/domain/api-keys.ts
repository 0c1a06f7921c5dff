import type { Permission } from "./access.ts";

/** Scopes of an API key. */
export const KEY_SCOPES = ["articles", "inbox", "decisions", "reports"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_SCOPE_NAMES: Readonly<Record<KeyScope, string>> = {
  articles: "Read articles, search and ask",
  inbox: "Read the inbox",
  decisions: "Decide what waits in the inbox",
  reports: "Report a problem with an article",
};

/** The permission that a key's creator needs for each scope. */
export const KEY_SCOPE_NEEDS: Readonly<Record<KeyScope, Permission>> = {
  articles: ["read", "articles"],
  inbox: ["read", "inbox"],
  decisions: ["change", "inbox"],
  reports: ["read", "articles"],
};

/**
 * The articles that a key may read: those that everybody in the workspace may read, or those that its creator may read.
 */
export const KEY_AUDIENCES = ["everybody", "maker"] as const;
export type KeyAudience = (typeof KEY_AUDIENCES)[number];

/** Days until a new key expires; null for never. */
export const KEY_LIFETIMES = [30, 90, 365, null] as const;

export const LONGEST_KEY_NAME = 60;
export const MOST_KEYS = 25;
export const MOST_KEY_ADDRESSES = 20;
