import type { JiraState, StandInIssue } from "./state.ts";
import { issueJson } from "./wire.ts";

interface Query {
  project: string;
  isOwn: boolean;
  sinceMinutes: number | null;
  order: string;
}

/** Parses the JQL queries that the product writes; null for any other query. */
export function parseJql(jql: string): Query | null {
  const form =
    /^project = "([A-Z0-9_]+)"( AND creator = currentUser\(\))?(?: AND created >= -(\d+)m)? ORDER BY (created ASC|key DESC)$/;
  const [, project, own, minutes, order = ""] = form.exec(jql) ?? [];
  return project === undefined
    ? null
    : { project, isOwn: own !== undefined, sinceMinutes: minutes === undefined ? null : Number(minutes), order };
}

/** Searches Jira's index, to which issues are added after a delay. */
export function searchIssues(
  state: JiraState,
  { project, isOwn, sinceMinutes, order }: Query,
  self: string,
): StandInIssue[] {
  const now = Date.now();
  const since = sinceMinutes === null ? 0 : now - sinceMinutes * 60_000;
  const matching = state.issues.filter(
    (issue) =>
      issue.project === project &&
      (!isOwn || issue.creator === self) &&
      issue.created >= since &&
      issue.created <= now - state.indexAfterMs,
  );
  const numberOf = ({ key }: StandInIssue) => Number(key.split("-")[1]);
  return order === "key DESC" ? matching.toSorted((one, other) => numberOf(other) - numberOf(one)) : matching;
}

/** Builds an issue of a search result. Without `fields`, the result contains only the id. */
export function toFoundIssue(state: JiraState, issue: StandInIssue, base: string, fields: string | undefined) {
  return fields === undefined ? { id: issue.id } : issueJson(state, issue, base, fields, []);
}
