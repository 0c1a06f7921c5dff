import { z } from "zod";
import { type EndpointTable, moment, rowId } from "./endpoint.ts";

const present = z.object({
  id: rowId,
  name: z.string(),
  activity: z.enum(["editing", "viewing"]),
  /** The article they have open; null elsewhere, and if the reader may not read it. */
  article: z.object({ id: rowId, title: z.string() }).nullable(),
  joinedAt: moment,
  seenAt: moment,
});
export type PresentPerson = z.infer<typeof present>;

export const presenceEndpoints = {
  "POST /api/presence": {
    summary: "Says where in the product you are, and answers who else is there",
    access: "session",
    // Reading suffices, because presence is deleted within minutes and is not in the audit log.
    needs: ["read", "people"],
    body: z.strictObject({
      /** Created by the browser for each of its windows. */
      window: z.string().regex(/^[0-9a-z]{8,40}$/, "Not a window."),
      articleId: rowId.nullable(),
      isEditing: z.boolean(),
    }),
    response: z.object({
      /** True if nobody else belongs to this workspace. */
      isAlone: z.boolean(),
      /** True for a demonstration, in which invented people form the team. */
      showsDemo: z.boolean(),
      /** When the viewer became present. */
      joinedAt: moment,
      /** The other people, editors first; at most 50. */
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
