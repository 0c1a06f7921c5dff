import { z } from "zod";
import { done, type EndpointTable, moment, requiredText, rowId } from "./endpoint.ts";

/** A workspace's own identity provider, as an admin configured it. Nobody can read the secret again. */
const provider = z.object({
  id: rowId,
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
});

export const singleSignOn = z.object({
  /** The redirect URI that the identity provider requires. */
  redirectUri: z.string(),
  /** A URL at which people can start to sign in without typing their address. */
  startUri: z.string(),
  /** The reason, as a sentence, why it cannot be used in this installation; null when it can. */
  refusal: z.string().nullable(),
  /** The provider that is being prepared. It can be activated once a test of it has passed. */
  draft: provider
    .extend({
      testBegunAt: moment.nullable(),
      testedAt: moment.nullable(),
      /**
       * The fault that the last test found, as a sentence; null when it passed, or nobody has returned from the provider.
       */
      testFault: z.string().nullable(),
    })
    .nullable(),
  /** The identity provider that is in use. */
  active: provider
    .extend({
      activatedAt: moment,
      /** An owner activated it: owners sign in by it too. */
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
  /** When absent the stored one stays, as long as the issuer does not change. */
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
    response: done,
  },
} as const satisfies EndpointTable;
