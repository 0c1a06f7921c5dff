import { z } from "zod";
import { OAUTH_PLATFORMS } from "../../connectors/manifests.ts";
import { doneResponse, type EndpointTable, moment, rowId } from "./endpoint.ts";

/** The page on which a person connects an account, and to which the platform leads back. */
const OWN_ACCOUNT_PAGES = ["settings", "inbox"] as const;
export type OwnAccountPage = (typeof OWN_ACCOUNT_PAGES)[number];

const platform = z.enum(OAUTH_PLATFORMS);

/** A platform on which a person can correct pages with an account of their own, by OAuth. */
const ownAccount = z.object({
  platform,
  /** The connected account; null if there is none. */
  account: z
    .object({
      name: z.string(),
      connectedAt: moment,
      /** The reason, as a sentence, why the platform no longer accepts the connection; null while it does. */
      ended: z.string().nullable(),
    })
    .nullable(),
  /** The workspace's integrations of the platform. */
  integrations: z.array(
    z.object({
      id: rowId,
      name: z.string(),
      /** The account is connected for this integration's site. */
      isCovered: z.boolean(),
      /** Pages of this integration are corrected only with a person's own account. */
      isRequired: z.boolean(),
    }),
  ),
});
export type OwnAccount = z.infer<typeof ownAccount>;

export const ownAccountEndpoints = {
  "GET /api/own-accounts": {
    summary: "The platforms on which you can correct pages with your own account, and the accounts that you connected",
    access: "session",
    needs: ["read", "account"],
    response: z.array(ownAccount),
  },
  "POST /api/own-accounts": {
    summary: "Begin to connect your own account at a platform; answers the address that the browser goes to",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ platform, from: z.enum(OWN_ACCOUNT_PAGES) }),
    response: z.object({ url: z.string() }),
  },
  "DELETE /api/own-accounts/:platform": {
    summary: "Disconnect your own account at a platform: its tokens are deleted",
    access: "session",
    needs: ["change", "account"],
    params: z.strictObject({ platform }),
    response: doneResponse,
  },
} as const satisfies EndpointTable;
