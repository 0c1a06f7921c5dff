import type { AuditEntry } from "../../shared/contract/audit.ts";
import { contract } from "../../shared/contract/contract.ts";
import type { Endpoint } from "../../shared/contract/endpoint.ts";
import type { AuditRow } from "./audit-queries.ts";

/** A directory's calls stand beside the contract. */
const OF_DIRECTORY: Readonly<Record<string, string>> = {
  "POST /scim/v2/Users": "Add a person",
  "PUT /scim/v2/Users/:id": "Change a person",
  "PATCH /scim/v2/Users/:id": "Change a person",
  "DELETE /scim/v2/Users/:id": "Remove a person",
};

export function auditView({ entry, firstName, lastName, email }: AuditRow): AuditEntry {
  const name = [firstName, lastName].filter(Boolean).join(" ") || email;
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    actor: { kind: entry.actor, id: entry.doneBy, name: entry.actor === "person" ? name : null },
    action: entry.action,
    summary:
      (contract as Record<string, Endpoint>)[entry.action]?.summary ?? OF_DIRECTORY[entry.action] ?? entry.action,
    thing: entry.thing,
    thingIds: entry.thingIds,
    before: entry.before,
    after: entry.after,
    asked: entry.asked,
    ip: entry.ip,
    requestId: entry.requestId,
  };
}
