import { createHash } from "node:crypto";
import type { RemotePage } from "../knowledge-target.ts";
import { splitDocument } from "./adf.ts";
import { toPrintableText } from "./render.ts";
import type { JiraIssue } from "./shapes.ts";

/** Marks an issue whose article was removed. Without this label, the issue counts as restored. */
export const REMOVED_LABEL = "lorekeep-removed";
/** https://confluence.atlassian.com/jirakb/summary-field-character-limit-in-jira-cloud: 255 */
const MAX_TITLE_LENGTH = 255;

/** The fields of an issue that are the article's page. */
export interface IssuePage {
  id: string;
  key: string;
  fields: Pick<JiraIssue["fields"], "summary" | "description" | "labels">;
}

export function toRemotePage(issue: IssuePage, site: string): RemotePage {
  const title = issue.fields.summary ?? "";
  const blocks = splitDocument(issue.fields.description ?? {});
  return {
    externalId: issue.id,
    url: `${site}/browse/${issue.key}`,
    title,
    version: deriveVersion(issue),
    blocks,
    state: isRemoved(issue) ? "trashed" : "current",
  };
}

/** Derives a version from the content. Jira has no version numbers, and its update time changes with every comment. */
export function deriveVersion({ fields: { summary, description } }: Pick<IssuePage, "fields">): string {
  const keys = splitDocument(description ?? {}).map(({ key }) => key);
  return createHash("sha256")
    .update(JSON.stringify([summary, ...keys]))
    .digest("hex")
    .slice(0, 32);
}

export const isRemoved = ({ fields }: Pick<IssuePage, "fields">) => fields.labels?.includes(REMOVED_LABEL) === true;
export const isDone = ({ fields }: JiraIssue) => fields.status?.statusCategory?.key === "done";

/** Reduces a title to one line, because Jira requires this of a summary. */
export function fitSummary(title: string): string {
  const line = toPrintableText(title).replace(/\s+/g, " ").trim();
  return line.slice(0, MAX_TITLE_LENGTH).replace(/[\ud800-\udbff]$/, "") || "Untitled";
}
