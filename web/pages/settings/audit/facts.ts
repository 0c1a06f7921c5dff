import type { AuditEntry } from "../../../../shared/contract/audit.ts";
import type { ProtectedResource } from "../../../../shared/domain/access.ts";
import { formatDateTime } from "../../../lib/format.ts";

/** Names of the changed objects, in the words of the pages that change them. */
export const RESOURCE_NAMES: Readonly<Partial<Record<ProtectedResource, string>>> = {
  account: "Own accounts",
  analysis: "Analysis",
  articles: "Articles",
  billing: "Billing",
  channels: "Channels",
  inbox: "Inbox",
  integrations: "Integrations",
  invitations: "Invitations",
  people: "People",
  provisioning: "Provisioning",
  "review-rules": "Review rules",
  retention: "Chat retention",
  settings: "Detection settings",
  webhooks: "Webhooks",
  workspace: "Workspace",
};

export interface AuditChange {
  name: string;
  from: string | null;
  to: string | null;
}

/** The action without its effects, which follow in the call's description. */
export const getAuditAction = (summary: string) => summary.split(/[;:]/, 1)[0] ?? summary;

/**
 * Lists the changes of an entry, such as 'membership: viewer → editor'. For a new object, empty and false values and
 * ids are left out. If no row changed, lists the values of the request.
 */
export function listChanges({ before, after, asked }: AuditEntry): AuditChange[] {
  const saysNothing = (value: unknown) => !value || isIds(value);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => before !== null || !saysNothing(after?.[name]),
  );
  const ofRow = names.map((name) => ({
    name: wordsOf(name),
    from: before && shown(before[name]),
    to: after && shown(after[name]),
  }));
  if (ofRow.length > 0) return ofRow;
  return Object.entries(asked ?? {})
    .filter(([, value]) => !isIds(value))
    .map(([name, value]) => ({ name: wordsOf(name), from: null, to: shown(value) }));
}

/** Ids are left out, because the entry lists its objects below. */
const isIds = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isIds) : typeof value === "string" && /^([a-z-]+\.)?[0-9a-f-]{36}$/.test(value);

/** Turns 'isActiveItem' into 'is active item'. */
const wordsOf = (name: string) => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

function shown(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value);
  if (Array.isArray(value)) return value.map(shown).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  const parts = Object.entries(value).filter(([, part]) => !isIds(part));
  return parts.map(([name, part]) => `${wordsOf(name)}: ${shown(part)}`).join(", ") || "none";
}
