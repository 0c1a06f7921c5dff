import { z } from "zod";
import { doneResponse, type EndpointTable, idParams, moment, rowId } from "./endpoint.ts";

export const provisioning = z.object({
  /** The base URL for the identity provider: '…/scim/v2'. */
  baseUrl: z.string(),
  /** A sentence with the reason why provisioning cannot be used now; null if it can. */
  refusal: z.string().nullable(),
  tokens: z.array(
    z.object({
      id: rowId,
      /** The last four characters, because nobody can read the token again. */
      last4: z.string(),
      createdAt: moment,
      lastUsedAt: moment.nullable(),
    }),
  ),
  people: z.object({ active: z.int(), deactivated: z.int(), provisioned: z.int() }),
});
export type Provisioning = z.infer<typeof provisioning>;

export const provisioningEndpoints = {
  "GET /api/provisioning": {
    summary: "How an identity provider adds and deactivates the people of the workspace (SCIM 2.0)",
    access: "session",
    needs: ["read", "provisioning"],
    response: provisioning,
  },
  "POST /api/provisioning/tokens": {
    summary: "A new token for the identity provider: this answer alone holds it",
    access: "session",
    needs: ["change", "provisioning"],
    response: z.object({ id: rowId, token: z.string() }),
  },
  "DELETE /api/provisioning/tokens/:id": {
    summary: "Revoke a token: the identity provider that uses it is refused from now on",
    access: "session",
    needs: ["change", "provisioning"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
