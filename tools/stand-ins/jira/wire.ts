import { type JiraState, STATUSES, type StandInIssue } from "./state.ts";

const timeOf = (at: number) => new Date(at).toISOString().replace("Z", "+0000");

export function toWirePerson(state: JiraState, id: string) {
  const name = state.accounts.find((account) => account.id === id)?.name ?? "Pat Person";
  return { accountId: id, accountType: "atlassian", active: true, displayName: name, timeZone: "Etc/UTC" };
}

/** Builds an issue in Jira's format with the requested fields. */
export function issueJson(state: JiraState, issue: StandInIssue, base: string, fields: string, expand: string[]) {
  const asked = fields.split(",");
  const all = {
    summary: issue.summary,
    description: issue.description,
    labels: issue.labels,
    created: timeOf(issue.created),
    updated: timeOf(issue.histories.at(-1)?.at ?? issue.created),
    creator: toWirePerson(state, issue.creator),
    status: { name: issue.status, statusCategory: { id: 2, key: STATUSES[issue.status], name: issue.status } },
    project: { id: state.project(issue.project)?.id, key: issue.project },
    comment: { total: issue.comments.length, maxResults: 50, startAt: 0, comments: [] },
  };
  const shown = Object.entries(all).filter(([name]) => asked.includes("*all") || asked.includes(name));
  const histories = issue.histories.toReversed().map(({ id, by, at, items }) => ({
    id,
    author: toWirePerson(state, by),
    created: timeOf(at),
    items: items.map(itemJson),
  }));
  return {
    id: issue.id,
    key: issue.key,
    self: `${base}/rest/api/3/issue/${issue.id}`,
    fields: Object.fromEntries(shown),
    ...(expand.includes("changelog") && {
      changelog: { startAt: 0, maxResults: histories.length, total: histories.length, histories },
    }),
  };
}

const itemJson = ({ field, fromString, toString }: StandInIssue["histories"][number]["items"][number]) => ({
  field,
  fieldtype: "jira",
  fieldId: field,
  ...(fromString !== null && { fromString }),
  ...(toString !== null && { toString }),
});
