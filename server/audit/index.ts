export { forgetOldEntries } from "./audit-queries.ts";
export { recordWrites } from "./record.ts";
export { auditRoutes } from "./routes.ts";
