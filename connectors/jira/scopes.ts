/** The scopes that our calls need: https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/ */
export const READ_USER = "read:jira-user";
export const READ_WORK = "read:jira-work";
export const WRITE_WORK = "write:jira-work";

export const JIRA_SCOPES = [READ_USER, READ_WORK, WRITE_WORK] as const;
export type JiraScope = (typeof JIRA_SCOPES)[number];
