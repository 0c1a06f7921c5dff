import { z } from "zod";
import { type EndpointTable, moment, rowId } from "./endpoint.ts";

/** Kinds of actors other than signed-in people. */
export const AUDIT_ACTORS = ["directory", "key", "chat"] as const;

const facts = z.record(z.string(), z.unknown()).nullable();

/** One entry of the audit log. Only ids, choices and numbers are stored. Names are read when the entry is shown. */
const auditEntry = z.object({
  id: rowId,
  at: moment,
  /**
   * `id` and `name` are null after the account was removed. An identity provider's directory has no name; an API key
   * has its own.
   */
  actor: z.object({
    kind: z.enum(["person", ...AUDIT_ACTORS]),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  /** The called endpoint, or a name such as 'chat publish' for a button in the chat. */
  action: z.string(),
  /** A sentence that describes the action. */
  summary: z.string(),
  thing: z.string(),
  thingIds: z.array(z.string()),
  /** The changed columns of the row, with the values before and after. */
  before: facts,
  after: facts,
  /** The parameters of the request. */
  asked: facts,
  /** The requester's IP address. */
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const day = z.iso.date("Give a day as 2026-11-21.");
const filters = {
  /** The id of a person, or a kind of actor. */
  by: z.union([rowId, z.enum(AUDIT_ACTORS)]).optional(),
  thing: z
    .string()
    .regex(/^[a-z-]{1,40}$/, "Not a thing.")
    .optional(),
  /** Days in UTC; both are included. */
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
      /** The cursor of the next page: only older entries are listed. */
      before: rowId.optional(),
    }),
    response: z.object({
      entries: z.array(auditEntry),
      /**
       * Current names of the ids in `thingIds`. Only rows that still exist and that the reader may read have a name.
       */
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
