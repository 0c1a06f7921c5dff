import type { SingleSignOn } from "../../shared/contract/single-sign-on.ts";

const START = "https://lorekeep.acme.com/api/login/workspace/0198a2c4-0000-7000-8000-000000000001";
const provider = {
  id: "0198a2c4-0000-7000-8000-0000000000f1",
  issuer: "https://id.acme.com",
  clientId: "lorekeep",
  scopes: "openid email profile",
};

export const noSignOn: SingleSignOn = {
  redirectUri: `${START}/callback`,
  startUri: START,
  refusal: null,
  draft: null,
  active: null,
  domains: [],
};

export const draftSignOn: SingleSignOn = {
  ...noSignOn,
  draft: { ...provider, testBegunAt: null, testedAt: null, testFault: null },
  domains: [{ domain: "acme.com", isProven: true, signsOn: false }],
};

export const activeSignOn: SingleSignOn = {
  ...noSignOn,
  active: { ...provider, activatedAt: "2026-11-03T09:00:00.000Z", speaksForOwners: true, isRequired: false },
  domains: [
    { domain: "acme.com", isProven: true, signsOn: true },
    { domain: "acme.co.uk", isProven: false, signsOn: false },
  ],
};
