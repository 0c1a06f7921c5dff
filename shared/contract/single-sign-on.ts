import { z } from "zod";
import { doneResponse, type EndpointTable, moment, requiredText, rowId } from "./endpoint.ts";

/** A workspace's own identity provider, as an admin configured it, without its secret. */
const provider = z.object({
  id: rowId,
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
});

export const singleSignOn = z.object({
  /** The redirect URI to enter at the identity provider. */
  redirectUri: z.string(),
  /** A URL at which people sign in without entering their e-mail address. */
  startUri: z.string(),
  /** A sentence with the reason why single sign-on cannot be used in this installation; null if it can. */
  refusal: z.string().nullable(),
  /** The provider that an admin prepares. It can be activated after a successful test. */
  draft: provider
    .extend({
      testBegunAt: moment.nullable(),
      testedAt: moment.nullable(),
      /**
       * A sentence with the fault that the last test found. Null if the test passed, or if nobody has come back from
       * the provider.
       */
      testFault: z.string().nullable(),
    })
    .nullable(),
  /** The active identity provider. */
  active: provider
    .extend({
      activatedAt: moment,
      /** An owner activated the provider, so owners sign in with it too. */
      speaksForOwners: z.boolean(),
      isRequired: z.boolean(),
    })
    .nullable(),
  domains: z.array(z.object({ domain: z.string(), isProven: z.boolean(), signsOn: z.boolean() })),
});
export type SingleSignOn = z.infer<typeof singleSignOn>;

export const draftProvider = z.strictObject({
  issuer: requiredText(500),
  clientId: requiredText(300),
  /** If missing, the stored secret stays, provided that the issuer does not change. */
  clientSecret: requiredText(1000).optional(),
  scopes: requiredText(300),
});
export type DraftProvider = z.infer<typeof draftProvider>;

export const singleSignOnEndpoints = {
  "GET /api/single-sign-on": {
    summary: "The workspace's own identity provider: the one people sign in at and the one being prepared",
    access: "session",
    needs: ["read", "provisioning"],
    response: singleSignOn,
  },
  "PUT /api/single-sign-on": {
    summary: "Prepare an identity provider; nobody signs in at it before it is tested and activated",
    access: "session",
    needs: ["change", "provisioning"],
    body: draftProvider,
    response: singleSignOn,
  },
  "POST /api/single-sign-on/activate": {
    summary: "Let people sign in at the identity provider whose test has passed",
    access: "session",
    needs: ["change", "provisioning"],
    /** The id of the draft, so that only the tested configuration is activated. */
    body: z.strictObject({ id: rowId }),
    response: singleSignOn,
  },
  "PATCH /api/single-sign-on": {
    summary: "Require single sign-on of everybody at the proven domains but the owners, or no longer",
    access: "session",
    needs: ["change", "provisioning"],
    body: z.strictObject({ isRequired: z.boolean() }),
    response: singleSignOn,
  },
  "DELETE /api/single-sign-on": {
    summary: "Turn the workspace's single sign-on off and forget its provider",
    access: "session",
    needs: ["change", "provisioning"],
    response: doneResponse,
  },
} as const satisfies EndpointTable;
