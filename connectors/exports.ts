/** Reading the export of a platform, without its API: of the one whose files can be imported (`EXPORT_MANIFEST`). */
export type { ExportPart } from "./slack/export.ts";
export { readExportInThread } from "./slack/export-thread.ts";
