import { z } from "zod";
import { done, type EndpointTable, moment, requiredText, rowId } from "./endpoint.ts";

/** A workspace's own identity provider, as an admin set it up. Nobody reads the secret again. */
const provider = z.object({
  id: rowId,
  issuer: z.string(),
  clientId: z.string(),
  scopes: z.string(),
});

export const singleSignOn = z.object({
  /** What the identity provider asks for: where it sends people back to. */
  redirectUri: z.string(),
  /** Where people may begin, without typing their address. */
  startUri: z.string(),
  /** Why it cannot be used in this installation, in a sentence; null when it can. */
  refusal: z.string().nullable(),
  /** Being prepared. It is activated once a test of it has passed. */
  draft: provider
    .extend({
      testBegunAt: moment.nullable(),
      testedAt: moment.nullable(),
      /** What was wrong, in a sentence; null when the test passed, or none came back. */
      testFault: z.string().nullable(),
    })
    .nullable(),
  /** Where people sign in now. */
  active: provider
    .extend({
      activatedAt: moment,
      /** An owner activated it: owners sign in by it, too. */
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
  /** Left out, the one before stays, as long as the issuer does. */
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
    /** Of the draft: what was tested and nothing else. */
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
