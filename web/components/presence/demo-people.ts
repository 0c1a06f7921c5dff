import type { User } from "../../../shared/contract/accounts.ts";
import { formatName } from "../../lib/names.ts";

/** Invented people who show how the presence of a team looks. No server is involved. */
export type PresenceActivity = "editing" | "viewing" | "commenting";

export interface PresenceUser {
  id: string;
  name: string;
  email: string;
  profileImageUrl?: string;
  activity: PresenceActivity;
  /** The time of the person's last activity, in milliseconds since 1970. */
  lastSeen: number;
  joinedAt: number;
}

export interface ActivityEntry {
  id: string;
  userId: string;
  userName: string;
  action: string;
  timestamp: number;
  details: string;
}

export interface PresenceCursor {
  userId: string;
  userName: string;
  /** The name of the color token in which the person's cursor is drawn. */
  userColor: string;
  /** The cursor's position in percent of the window's width and height. */
  x: number;
  y: number;
  lastSeen: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const COLORS = ["var(--done)", "var(--busy)", "var(--wrong)", "var(--soft)", "var(--ink)"];

const PEOPLE: [name: string, activity: PresenceActivity, seenAgo: number, joinedAgo: number][] = [
  ["Mara Lind", "editing", 4 * SECOND, 52 * MINUTE],
  ["Tom Weller", "viewing", 45 * SECOND, 31 * MINUTE],
  ["Priya Nair", "commenting", 12 * SECOND, 24 * MINUTE],
  ["Jonas Eriksen", "viewing", 3 * MINUTE, 18 * MINUTE],
  ["Ines Rocha", "editing", 20 * SECOND, 7 * MINUTE],
];

const DOINGS: [person: number, action: string, details: string, ago: number][] = [
  [0, "edited an article", "How to rotate the mail worker's token", 2 * MINUTE],
  [2, "commented on a section", "Why invoices are numbered per country", 6 * MINUTE],
  [4, "joined the session", "Dashboard", 7 * MINUTE],
  [1, "opened an article", "Access to the staging database", 15 * MINUTE],
];

/** The demo's team in the server's form, including the signed-in person. */
export function createDemoTeam(viewer: User, now: number): PresenceUser[] {
  const you: PresenceUser = {
    id: viewer.id,
    name: formatName(viewer),
    email: viewer.email,
    activity: "viewing",
    lastSeen: now,
    joinedAt: now,
  };
  const others = PEOPLE.map(([name, activity, seenAgo, joinedAgo], index) => ({
    id: `demo-${index + 1}`,
    name,
    email: `${name.toLowerCase().replace(" ", ".")}@demo.example`,
    activity,
    lastSeen: now - seenAgo,
    joinedAt: now - joinedAgo,
  }));
  return [you, ...others];
}

export const createDemoActivity = (now: number): ActivityEntry[] =>
  DOINGS.map(([person, action, details, ago], index) => ({
    id: `doing-${index + 1}`,
    userId: `demo-${person + 1}`,
    userName: PEOPLE[person]?.[0] ?? "",
    action,
    details,
    timestamp: now - ago,
  }));

export const pickColor = (index: number): string => COLORS[index % COLORS.length] ?? "var(--ink)";

/** Formats the time since a person's last activity, such as 'just now', '45s ago' or '2h ago'. */
export function formatLastSeen(then: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - then) / SECOND));
  if (seconds < 30) return "just now";
  if (seconds < 60) return `${seconds}s ago`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)}m ago` : `${Math.floor(seconds / 3600)}h ago`;
}
