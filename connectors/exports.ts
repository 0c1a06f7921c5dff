/** Reads the export files of the platform in `EXPORT_MANIFEST`, without its API. */
export type { ExportPart } from "./slack/export.ts";
export { readExportInWorker } from "./slack/export-thread.ts";
