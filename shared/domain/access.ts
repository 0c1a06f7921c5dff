/**
 * Permissions in a workspace. The server calls `can` before every action that needs a permission (`needs` in the
 * contract). The browser calls it too, to hide actions that would be refused. A profile's `role` is only a label.
 */

/** Kinds of membership, most powerful first: each includes all rights of the following ones. */
export const MEMBERSHIPS = ["owner", "admin", "editor", "reviewer", "viewer"] as const;
export type Membership = (typeof MEMBERSHIPS)[number];

export const MEMBERSHIP_NAMES: Readonly<Record<Membership, string>> = {
  owner: "Owner",
  admin: "Admin",
  editor: "Editor",
  reviewer: "Reviewer",
  viewer: "Viewer",
};

/** One sentence per membership, for a person who gives a membership to somebody. */
export const MEMBERSHIP_EXPLANATIONS: Readonly<Record<Membership, string>> = {
  owner: "May do everything, and can hand the workspace over",
  admin: "Manages integrations, people, billing and provisioning, and edits and reviews articles",
  editor: "Edits and reviews articles, and changes channels and detection",
  reviewer: "Reads articles and decides what waits in the inbox",
  viewer: "Reads articles and asks questions",
};

/** The lowest membership for each action. Actions that are not listed are forbidden. */
const LEAST_MEMBERSHIP = {
  /** A person's own profile, password, sessions and account deletion. */
  account: { read: "viewer", change: "viewer" },
  workspace: { read: "viewer", change: "owner" },
  articles: { read: "viewer", change: "editor" },
  inbox: { read: "viewer", change: "reviewer" },
  "review-rules": { read: "viewer", change: "admin" },
  analysis: { read: "viewer", change: "editor" },
  activity: { read: "viewer" },
  audit: { read: "admin" },
  status: { read: "admin" },
  channels: { read: "viewer", change: "editor" },
  settings: { read: "viewer", change: "editor" },
  integrations: { read: "viewer", change: "admin" },
  billing: { read: "admin", change: "admin" },
  people: { read: "viewer", change: "admin" },
  invitations: { read: "admin", change: "admin" },
  provisioning: { read: "admin", change: "admin" },
  "api-keys": { read: "admin", change: "admin" },
  webhooks: { read: "admin", change: "admin" },
  retention: { read: "admin", change: "admin" },
  "language-model": { read: "admin", change: "admin" },
} as const satisfies Record<string, Partial<Record<Action, Membership>>>;

export type Action = "read" | "change";
export type ProtectedResource = keyof typeof LEAST_MEMBERSHIP;
/** The permission that a call needs, such as 'change integrations'. */
export type Permission = readonly [action: Action, thing: ProtectedResource];

/** Another person in the workspace, or the membership that somebody should get. */
export interface PersonWithMembership {
  kind: "person";
  membership: Membership;
}

/** True if the person may act. Only an owner may change an owner, or make somebody an owner. */
export function can(
  person: { membership: Membership },
  action: Action,
  thing: ProtectedResource | PersonWithMembership,
): boolean {
  const least = typeof thing === "string" ? leastFor(action, thing) : leastForPerson(action, thing);
  return least !== undefined && isAtLeast(person.membership, least);
}

/** The sentence for a refused action: 'Only owners and admins may do this.' */
export function explainWhoMay(action: Action, thing: ProtectedResource | PersonWithMembership): string {
  const least = typeof thing === "string" ? leastFor(action, thing) : leastForPerson(action, thing);
  const may = MEMBERSHIPS.filter((membership) => least !== undefined && isAtLeast(membership, least)).map(plural);
  const last = may.pop();
  return `Only ${may.length > 0 ? `${may.join(", ")} and ` : ""}${last ?? "nobody"} of this workspace may do this.`;
}

export const isAtLeast = (membership: Membership, least: Membership): boolean =>
  MEMBERSHIPS.indexOf(membership) <= MEMBERSHIPS.indexOf(least);

const plural = (membership: Membership) => `${MEMBERSHIP_NAMES[membership].toLowerCase()}s`;

const leastFor = (action: Action, thing: ProtectedResource): Membership | undefined =>
  (LEAST_MEMBERSHIP[thing] as Partial<Record<Action, Membership>>)[action];

const leastForPerson = (action: Action, { membership }: PersonWithMembership): Membership | undefined =>
  action === "change" && membership === "owner" ? "owner" : leastFor(action, "people");

/** The name of a private channel for people who may not read it (docs/decisions/073). */
export const HIDDEN_CHANNEL_NAME = "a private channel";
