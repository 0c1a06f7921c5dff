import { buildFoundPage } from "../found-page.ts";
import type { FoundPage } from "../knowledge-target.ts";
import { findMarker } from "./adf.ts";
import type { JiraApi } from "./api.ts";
import { isRemoved, toRemotePage } from "./pages.ts";
import type { JiraIssue } from "./shapes.ts";

/** The largest difference between our clock and Jira's clock. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;
const MINUTE_MS = 60_000;
/** This many issues below the newest one are read by number, because Jira's index adds issues in any order. */
const BELOW = 5;
/** The most missing issue numbers in a row. A number is missing if its issue was refused or moved away. */
const MOST_GAPS = 3;

interface OwnIssueFilter {
  createdAfter: Date;
  known?: ReadonlySet<string> | undefined;
}

/**
 * Finds issues by this account that contain a wanted marker, oldest first. The index finds older issues. Issues of the
 * last seconds are not in the index yet, so they are read by their numbers, which increase with each issue of the
 * project.
 */
export async function findOwnIssues(
  api: JiraApi,
  { createdAfter, known = new Set() }: OwnIssueFilter,
  isWanted: (marker: string) => boolean,
): Promise<FoundPage[]> {
  const { id: self } = await api.myself();
  const since = createdAfter.getTime() - CLOCK_SKEW_MS;
  const found = new Map<string, { issue: JiraIssue; marker: string }>();
  const seen = new Set<string>();
  const keepIfOurs = (issue: JiraIssue) => {
    seen.add(issue.key);
    const { creator, created } = issue.fields;
    const marker = findMarker(issue.fields.description ?? {});
    const isOurs = creator?.accountId === self && !known.has(issue.id) && Date.parse(created) >= since;
    if (marker && isOurs && !isRemoved(issue) && isWanted(marker)) found.set(issue.id, { issue, marker });
  };
  const minutes = Math.max(0, Math.ceil((Date.now() - since) / MINUTE_MS));
  const ofProject = `project = "${api.place.projectKey}"`;
  const jql = `${ofProject} AND creator = currentUser() AND created >= -${minutes}m ORDER BY created ASC`;
  for await (const issue of api.search(jql)) keepIfOurs(issue);
  for await (const issue of newest(api, seen)) keepIfOurs(issue);

  const pages: { created: number; page: FoundPage }[] = [];
  for (const { issue, marker } of found.values()) {
    const whole = await api.readIssue(issue.id);
    if (!whole || isRemoved(whole)) continue;
    const emptied = { ...whole, fields: { ...whole.fields, description: null } };
    const build = (one: JiraIssue) => ({
      ...toRemotePage(one, api.place.site),
      marker,
      isUntouched: isUntouched(whole, self),
    });
    const page = await buildFoundPage(whole, emptied, build);
    pages.push({ created: Date.parse(whole.fields.created), page });
  }
  return pages.sort((one, other) => one.created - other.created).map(({ page }) => page);
}

async function* newest(api: JiraApi, seen: ReadonlySet<string>): AsyncGenerator<JiraIssue> {
  const { projectKey } = api.place;
  const highest = await api.highestNumber();
  let gaps = 0;
  for (let number = Math.max(1, highest - BELOW); gaps < MOST_GAPS; number += 1) {
    const key = `${projectKey}-${number}`;
    if (seen.has(key)) continue;
    const issue = await api.readIssue(key);
    // Jira still returns a moved issue under its old key.
    if (issue?.fields.project?.key === projectKey) yield issue;
    if (number > highest) gaps = issue ? 0 : gaps + 1;
  }
}

/** True if only this account changed the issue and nobody commented on it. */
function isUntouched({ changelog, fields }: JiraIssue, self: string): boolean {
  const histories = changelog?.histories ?? [];
  const areAll = (changelog?.total ?? histories.length) <= histories.length;
  return areAll && histories.every(({ author }) => author?.accountId === self) && (fields.comment?.total ?? 0) === 0;
}
