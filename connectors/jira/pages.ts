import { createHash } from "node:crypto";
import type { RemotePage } from "../knowledge-target.ts";
import { toBlocks } from "./adf.ts";
import { printable } from "./render.ts";
import type { Issue } from "./shapes.ts";

/** This label marks an issue whose article was removed; removing the label restores the issue. */
export const REMOVED = "lorekeep-removed";
/** https://confluence.atlassian.com/jirakb/summary-field-character-limit-in-jira-cloud: 255 */
const MAX_TITLE_LENGTH = 255;

/** The fields of an issue that form the article's page. */
export interface IssuePage {
  id: string;
  key: string;
  fields: Pick<Issue["fields"], "summary" | "description" | "labels">;
}

export function remotePage(issue: IssuePage, site: string): RemotePage {
  const title = issue.fields.summary ?? "";
  const blocks = toBlocks(issue.fields.description ?? {});
  return {
    externalId: issue.id,
    url: `${site}/browse/${issue.key}`,
    title,
    version: versionOf(issue),
    blocks,
    state: isRemoved(issue) ? "trashed" : "current",
  };
}

/** Derives the version from the content: Jira has no version numbers, and its update time changes with every comment. */
export function versionOf({ fields: { summary, description } }: Pick<IssuePage, "fields">): string {
  const keys = toBlocks(description ?? {}).map(({ key }) => key);
  return createHash("sha256")
    .update(JSON.stringify([summary, ...keys]))
    .digest("hex")
    .slice(0, 32);
}

export const isRemoved = ({ fields }: Pick<IssuePage, "fields">) => fields.labels?.includes(REMOVED) === true;
export const isDone = ({ fields }: Issue) => fields.status?.statusCategory?.key === "done";

/** Reduces a title to one line, which Jira requires for a summary. */
export function fitting(title: string): string {
  const line = printable(title).replace(/\s+/g, " ").trim();
  return line.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
