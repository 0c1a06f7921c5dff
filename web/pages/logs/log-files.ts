import type { Log } from "../../../shared/contract/activity.ts";

/** RFC 4180. A cell that a spreadsheet would run as a formula starts with an apostrophe: chat text can stand in it. */
export function csvOf(logs: readonly Log[]): string {
  const rows = logs.map((log) => [log.createdAt, log.type, log.message, JSON.stringify(log.data)]);
  return [["time", "type", "message", "data"], ...rows].map((row) => row.map(cellOf).join(",")).join("\r\n");
}

function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function download(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
