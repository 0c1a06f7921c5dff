import { z } from "zod";
import { doneResponse, type EndpointTable, idParams } from "./endpoint.ts";

const address = z.object({
  /** The URL to enter at the platform; null if there is none yet. */
  url: z.string().nullable(),
  /**
   * The secret that signs the events. If it is ours, only the answer that creates it contains it, and it must be
   * entered at the platform. If it is the platform's, it is shown until the first event, to confirm the URL at the
   * platform.
   */
  secret: z.string().nullable(),
});

export const wikiEventEndpoints = {
  "GET /api/wikis/:id/events": {
    summary: "The address at which a knowledge platform tells of changed pages",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: address,
  },
  "POST /api/wikis/:id/events": {
    summary: "Make an address at which a knowledge platform tells of changed pages; an earlier one ends",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({}),
    response: address,
  },
  "DELETE /api/wikis/:id/events": {
    summary: "End the address at which a knowledge platform tells of changed pages",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
