import { z } from "zod";
import { type EndpointTable, moment, rowId } from "./endpoint.ts";

const present = z.object({
  id: rowId,
  name: z.string(),
  activity: z.enum(["editing", "viewing"]),
  /** The article that the person has open; null if none is open, or if the reader may not read it. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  joinedAt: moment,
  seenAt: moment,
});
export type PresentPerson = z.infer<typeof present>;

export const presenceEndpoints = {
  "POST /api/presence": {
    summary: "Says where in the product you are, and answers who else is there",
    access: "session",
    // The permission to read is enough: presence is deleted within minutes, so it is not in the audit log.
    needs: ["read", "people"],
    body: z.strictObject({
      /** The browser creates an id for each of its windows. */
      window: z.string().regex(/^[0-9a-z]{8,40}$/, "Not a window."),
      articleId: rowId.nullable(),
      isEditing: z.boolean(),
    }),
    response: z.object({
      /** True if nobody else belongs to this workspace. */
      isAlone: z.boolean(),
      /** True for a demonstration, in which the team consists of invented people. */
      showsDemo: z.boolean(),
      /** The time at which this person became present. */
      joinedAt: moment,
      /** The other present people, editors first; at most 50. */
      people: z.array(present),
    }),
  },
  "GET /api/presence/activity": {
    summary: "What people of the workspace changed in articles within a day, newest first, at most 10",
    access: "session",
    needs: ["read", "articles"],
    response: z.array(
      z.object({ articleId: rowId, title: z.string(), person: z.string(), reason: z.string(), at: moment }),
    ),
  },
} as const satisfies EndpointTable;
