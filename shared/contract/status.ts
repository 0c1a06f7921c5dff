import { z } from "zod";
import { type EndpointTable, moment } from "./endpoint.ts";

/** `late`: the area works with a delay. `wrong`: a person has to act. `off`: it is not in use. */
const state = z.enum(["fine", "late", "wrong", "off"]);

const statusArea = z.object({
  key: z.enum(["background", "reading", "analysis", "publishing", "mail"]),
  state,
  /** The state of the whole area, in a sentence. */
  summary: z.string(),
  /** Faults and notes, the worst first; at most 20. */
  entries: z.array(
    z.object({
      state,
      /** The name that people see, such as '#support'. */
      name: z.string(),
      text: z.string(),
      /** The page of the product on which a person can help; null if there is none. */
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
