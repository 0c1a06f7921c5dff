import type { AuditEntry } from "../../shared/contract/audit.ts";
import { contract } from "../../shared/contract/contract.ts";
import type { Endpoint } from "../../shared/contract/endpoint.ts";
import { publicEndpoints } from "../../shared/contract/public-api.ts";
import type { AuditRow } from "./audit-queries.ts";

/** Names of an identity provider's calls, which are not in the contract. */
const DIRECTORY_ACTIONS: Readonly<Record<string, string>> = {
  "POST /scim/v2/Users": "Add a person",
  "PUT /scim/v2/Users/:id": "Change a person",
  "PATCH /scim/v2/Users/:id": "Change a person",
  "DELETE /scim/v2/Users/:id": "Remove a person",
};

/** Names of actions in the chat, which are not API calls. */
const CHAT_ACTIONS: Readonly<Record<string, string>> = {
  "chat publish": "Confirm an article with a button in the chat",
  "chat article": "Ask in the chat for an article of a thread",
  "chat fix": "Ask in the chat for an article to be fixed",
  "chat fixed": "Edit an article in a form in the chat",
  "chat not-knowledge": "Say in the chat that an article is not knowledge",
};

const summaryOf = (action: string): string =>
  (contract as Record<string, Endpoint>)[action]?.summary ??
  (publicEndpoints as Record<string, { summary: string }>)[action]?.summary ??
  DIRECTORY_ACTIONS[action] ??
  CHAT_ACTIONS[action] ??
  action;

export function viewAuditEntry({ entry, firstName, lastName, email, keyName }: AuditRow): AuditEntry {
  const personName = [firstName, lastName].filter(Boolean).join(" ") || email;
  const names = { person: personName, chat: personName, key: keyName, directory: null };
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: { kind: entry.actor, id: entry.doneBy, name: names[entry.actor] },
    action: entry.action,
    summary: summaryOf(entry.action),
    thing: entry.thing,
    thingIds: entry.thingIds,
    before: entry.before,
    after: entry.after,
    asked: entry.asked,
    ip: entry.ip,
    requestId: entry.requestId,
  };
}
