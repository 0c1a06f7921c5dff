import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { at, id, workspaceId } from "./columns.ts";

/** Ids, switches and numbers of a thing, by column. Never words. */
export type AuditFacts = Record<string, unknown>;

/**
 * A person signed in; the company's directory (`doneBy` is the id of its token); a program (that of its key); a button or form in the
 * chat (that of the person, where they are known).
 */
export type AuditActorKind = "person" | "directory" | "key" | "chat";

/**
 * Who changed what. The application may add rows and read them; a trigger lets nobody change one, and nobody delete one within 365
 * days unless its workspace is gone.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    at: at("at").notNull().defaultNow(),
    actor: text("actor").$type<AuditActorKind>().notNull(),
    /** Null once the person's account is removed, and where nobody knows who in the workspace pressed in the chat. */
    doneBy: uuid("done_by"),
    /** The endpoint: 'PATCH /api/people/:id'. */
    action: text("action").notNull(),
    /** What the endpoint changes, by the word of the access rules. */
    thing: text("thing").notNull(),
    thingIds: text("thing_ids").array().notNull().default([]),
    /** Of the row, only what changed; null where there is none. */
    before: jsonb("before").$type<AuditFacts>(),
    after: jsonb("after").$type<AuditFacts>(),
    /** What the request asked for beyond the row: choices, switches, numbers, ids. */
    asked: jsonb("asked").$type<AuditFacts>(),
    /** The network address of the request. */
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
