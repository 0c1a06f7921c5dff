import { z } from "zod";
import { type EndpointTable, moment, rowId } from "./endpoint.ts";

/** Who may have changed something beside a person who is signed in. */
export const AUDIT_ACTORS = ["directory", "key", "chat"] as const;

const facts = z.record(z.string(), z.unknown()).nullable();

/** Who changed what. Ids, choices and numbers only: names are looked up when it is read. */
const auditEntry = z.object({
  id: rowId,
  at: moment,
  /** `id` and `name` are null once the account is removed; a directory has no name, a key has its own. */
  actor: z.object({
    kind: z.enum(["person", ...AUDIT_ACTORS]),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  /** The endpoint that was called, or 'chat publish' and the like for what was pressed in the chat. */
  action: z.string(),
  /** What that does, in words. */
  summary: z.string(),
  thing: z.string(),
  thingIds: z.array(z.string()),
  /** Of the row, only what changed. */
  before: facts,
  after: facts,
  /** What the request asked for. */
  asked: facts,
  /** The network address of the request. */
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const day = z.iso.date("Give a day as 2026-11-21.");
const filters = {
  /** The id of a person, or everybody of a kind. */
  by: z.union([rowId, z.enum(AUDIT_ACTORS)]).optional(),
  thing: z
    .string()
    .regex(/^[a-z-]{1,40}$/, "Not a thing.")
    .optional(),
  /** Days in UTC; both belong to the range. */
  from: day.optional(),
  to: day.optional(),
};

export const auditEndpoints = {
  "GET /api/audit": {
    summary: "Who changed what, newest first, 100 entries at a time",
    access: "session",
    needs: ["read", "audit"],
    query: z.strictObject({
      ...filters,
      /** Only entries older than this one: the next page. */
      before: rowId.optional(),
    }),
    response: z.object({
      entries: z.array(auditEntry),
      /** What the ids in `thingIds` are called now, of what is still there and the reader may read. */
      names: z.record(z.string(), z.string()),
      hasOlder: z.boolean(),
    }),
  },
  "GET /api/audit/export": {
    summary: "Every entry the filters leave, newest first, as a file",
    access: "session",
    needs: ["read", "audit"],
    query: z.strictObject({ ...filters, format: z.enum(["csv", "jsonl"]) }),
    response: z.string().describe("A CSV file, or one JSON object a line as GET /api/audit has them"),
  },
} as const satisfies EndpointTable;
