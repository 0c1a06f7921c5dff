import type { AuditEntry } from "../../../../shared/contract/audit.ts";
import type { Thing } from "../../../../shared/domain/access.ts";
import { formatMinute } from "../../../lib/format.ts";

/** What calls change, in the words of the pages where it is changed. */
export const THING_NAMES: Readonly<Partial<Record<Thing, string>>> = {
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

export interface Change {
  name: string;
  from: string | null;
  to: string | null;
}

/** What was done: without what the description of the call says of its effects. */
export const deedOf = (summary: string) => summary.split(/[;:]/, 1)[0] ?? summary;

/** 'membership: viewer → editor', one for each that says something: of what is new, not what it has none of or is not, nor its ids. */
export function changesOf({ before, after, asked }: AuditEntry): Change[] {
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

/** They are below as what the entry is about. */
const isIds = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isIds) : typeof value === "string" && /^([a-z-]+\.)?[0-9a-f-]{36}$/.test(value);

/** 'isActive' as 'is active' */
const wordsOf = (name: string) => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

function shown(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value)) return formatMinute(value);
  if (Array.isArray(value)) return value.map(shown).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  const parts = Object.entries(value).filter(([, part]) => !isIds(part));
  return parts.map(([name, part]) => `${wordsOf(name)}: ${shown(part)}`).join(", ") || "none";
}
