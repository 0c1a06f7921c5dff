import { z } from "zod";
import { doneResponse, type EndpointTable, idParams } from "./endpoint.ts";

const address = z.object({
  /** The address to enter at the platform; null while there is none. */
  url: z.string().nullable(),
  /**
   * The secret of the events: ours, in the answer that makes it, to enter at the platform; or the platform's, from when it came until the
   * first event, to confirm the address with there.
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
