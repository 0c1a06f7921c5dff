import { z } from "zod";
import { KEY_SCOPES } from "../domain/api-keys.ts";
import { doneResponse, type EndpointTable, idParams, moment, rowId } from "./endpoint.ts";

const connectedApp = z.object({
  id: rowId,
  /** The name that the app gave itself when it was connected. */
  name: z.string(),
  /** The host to which the browser was redirected. */
  redirectHost: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The name of the person who connected the app. The app can read what this person may read. */
  person: z.string(),
  isOwn: z.boolean(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  expiresAt: moment,
});
export type ConnectedApp = z.infer<typeof connectedApp>;

export const connectedAppEndpoints = {
  "GET /api/connected-apps": {
    summary: "The apps that one has connected; for owners and admins those of everybody",
    access: "session",
    needs: ["read", "account"],
    response: z.array(connectedApp),
  },
  "DELETE /api/connected-apps/:id": {
    summary: "Disconnect an app: it is refused from now on",
    access: "session",
    needs: ["change", "account"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
