import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { id, timestamptz, workspaceId } from "./columns.ts";

/** Ids, switches and numbers of a changed row by column; never text. */
export type AuditFacts = Record<string, unknown>;

/**
 * The kind of actor: a signed-in person; the company's directory (`doneBy` is its token's id); a program (`doneBy` is its key's
 * id); a button or form in the chat (`doneBy` is the person, if known).
 */
export type AuditActorKind = "person" | "directory" | "key" | "chat";

/**
 * The audit log: who changed what. The application may only insert and read rows. A trigger prevents every change of a row, and
 * every deletion within 365 days unless the workspace is gone.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    at: timestamptz("at").notNull().defaultNow(),
    actor: text("actor").$type<AuditActorKind>().notNull(),
    /** The person who acted; null once the person's account is removed, and for an unknown person in the chat. */
    doneBy: uuid("done_by"),
    /** The called endpoint, such as 'PATCH /api/people/:id'. */
    action: text("action").notNull(),
    /** The kind of changed row, named as in the access rules. */
    thing: text("thing").notNull(),
    thingIds: text("thing_ids").array().notNull().default([]),
    /** The row's changed columns before and after the request; null if the row did not exist. */
    before: jsonb("before").$type<AuditFacts>(),
    after: jsonb("after").$type<AuditFacts>(),
    /** The request's other parameters: choices, switches, numbers, ids. */
    asked: jsonb("asked").$type<AuditFacts>(),
    /** The network address that the request came from. */
    ip: text("ip"),
    requestId: text("request_id"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("audit_entries_at").on(t.at),
    index("audit_entries_actor").on(t.workspaceId, t.doneBy, t.id),
    index("audit_entries_thing").on(t.workspaceId, t.thing, t.id),
  ],
);
