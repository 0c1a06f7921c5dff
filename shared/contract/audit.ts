import { z } from "zod";
import { type EndpointTable, moment, rowId } from "./endpoint.ts";

const facts = z.record(z.string(), z.unknown()).nullable();

/** Who changed what. Ids, choices and numbers only: names are looked up when it is read. */
const auditEntry = z.object({
  id: rowId,
  at: moment,
  /** `id` and `name` are null once the account is removed; a directory has no name. */
  actor: z.object({ kind: z.enum(["person", "directory"]), id: z.string().nullable(), name: z.string().nullable() }),
  /** The endpoint that was called. */
  action: z.string(),
  /** What that endpoint does, in words. */
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
  /** The id of a person, or 'directory'. */
  by: z.union([rowId, z.literal("directory")]).optional(),
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
    response: z.object({ entries: z.array(auditEntry), hasOlder: z.boolean() }),
  },
  "GET /api/audit/export": {
    summary: "Every entry the filters leave, newest first, as a file",
    access: "session",
    needs: ["read", "audit"],
    query: z.strictObject({ ...filters, format: z.enum(["csv", "jsonl"]) }),
    response: z.string().describe("A CSV file, or one JSON object a line as GET /api/audit has them"),
  },
} as const satisfies EndpointTable;
