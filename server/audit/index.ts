export { forgetOldEntries } from "./audit-queries.ts";
export { recordWrites } from "./record.ts";
export { recordChange } from "./record-change.ts";
export { auditRoutes } from "./routes.ts";
