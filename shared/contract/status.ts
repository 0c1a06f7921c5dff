import { z } from "zod";
import { type EndpointTable, moment } from "./endpoint.ts";

/** `late`: it goes on, later than it should. `wrong`: a person has to do something. `off`: nobody asked for it. */
const state = z.enum(["fine", "late", "wrong", "off"]);

const statusArea = z.object({
  key: z.enum(["background", "reading", "analysis", "publishing", "mail"]),
  state,
  /** The whole area in a sentence. */
  summary: z.string(),
  /** What is not as it should be, and what is worth knowing, the worst first; at most 20. */
  entries: z.array(
    z.object({
      state,
      /** What it is about, as people know it: '#support'. */
      name: z.string(),
      text: z.string(),
      /** The page of the product where something can be done about it. */
      link: z.string().nullable(),
    }),
  ),
});
export type StatusArea = z.infer<typeof statusArea>;
export type StatusState = StatusArea["state"];

export const statusEndpoints = {
  "GET /api/status": {
    summary: "How far reading, analysis, publishing and mail of the workspace have come",
    access: "session",
    needs: ["read", "status"],
    response: z.object({ checkedAt: moment, areas: z.array(statusArea) }),
  },
} as const satisfies EndpointTable;
