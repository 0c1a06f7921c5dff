export { createAccount } from "./accounts/create-account.ts";
export { restoreAccount } from "./accounts/delete-account.ts";
export { purgeDeletedAccounts } from "./accounts/purge.ts";
export { accountRoutes } from "./accounts/routes.ts";
export { findSession, readSessions, sessionCookie } from "./accounts/sessions.ts";
export { sweepAccounts } from "./accounts/sweep.ts";
export { peopleRoutes } from "./people/routes.ts";
export { provisioningRoutes, scimRoutes } from "./scim/routes.ts";
export { onlyProvider } from "./sso/only-provider.ts";
