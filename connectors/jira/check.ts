import { findCloudId } from "../atlassian.ts";
import type { ConnectorTransport } from "../connector-options.ts";
import { ConnectorError, CredentialsRejected, MissingPermission, Refused } from "../errors.ts";
import { sendRequest } from "../http.ts";
import { MAX_DESTINATIONS, type TargetCheckResult, type TargetDestination } from "../knowledge-target.ts";
import { JiraApi } from "./api.ts";
import type { JiraConfig } from "./manifest.ts";
import type { IssueType } from "./shapes.ts";

export const GATEWAY_URL = "https://api.atlassian.com/ex/jira";

/**
 * Permissions by Jira's key, with their names in Jira's settings.
 * https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-permissions/
 */
const NEEDED = {
  BROWSE_PROJECTS: "Browse projects",
  CREATE_ISSUES: "Create issues",
  EDIT_ISSUES: "Edit issues",
} as const;
const USEFUL = {
  TRANSITION_ISSUES: "without Transition issues the issues of removed articles keep their status",
  LINK_ISSUES: "without Link issues the issues that a conversation mentions get no link to the article",
  ADD_COMMENTS: "without Add comments nobody is told of words that an update went over",
} as const;
/** Fields that need no value from a person, because Jira or Lorekeep fills them in. */
const FILLED = new Set(["summary", "description", "project", "issuetype", "reporter", "labels"]);
const USUAL_TYPE = "Task";

export async function checkDestination(
  transport: ConnectorTransport,
  gatewayUrl: string,
  config: JiraConfig,
  signal?: AbortSignal,
): Promise<TargetCheckResult> {
  const { api, account, origin } = await reach(transport, gatewayUrl, config, signal);
  const { projectKey } = api.place;
  const project = await api.project();
  if (!project)
    throw new MissingPermission(
      `There is no project with the key ${projectKey} that ${account.name} can see.`,
      NEEDED.BROWSE_PROJECTS,
    );
  const missing = await api.missingOf([...Object.keys(NEEDED), ...Object.keys(USEFUL)]);
  const lacking = Object.entries(NEEDED).flatMap(([key, name]) => (missing.includes(key) ? [name] : []));
  if (lacking.length > 0)
    throw new MissingPermission(
      `${account.name} lacks in the project ${project.name}: ${lacking.join(", ")}.`,
      lacking.join(", "),
    );
  const useful = Object.entries(USEFUL).flatMap(([key, why]) => (missing.includes(key) ? [`${capital(why)}.`] : []));
  const type = await chooseIssueType(api);
  const warnings = [...useful, ...(await checkFields(api, type))];
  if (await isPublic(transport, api, signal))
    warnings.push(`Anyone on the internet can read the project ${project.name}.`);
  const place = `Project ${project.name} (${project.key}), issues of the type ${type.name}`;
  return { account: account.name, place, warnings, ...(origin && { origin }) };
}

/** Returns the configured issue type; otherwise 'Task'; otherwise the first type that is not a subtask. */
export async function chooseIssueType(api: JiraApi): Promise<IssueType> {
  const { issueType, projectKey } = api.place;
  const types = (await api.issueTypes()).filter(({ subtask }) => !subtask);
  const named = (name: string) => types.find((type) => type.name.toLowerCase() === name.toLowerCase());
  const found = issueType === null ? (named(USUAL_TYPE) ?? types[0]) : named(issueType);
  if (found) return found;
  if (types.length === 0)
    throw new MissingPermission(
      `This account may not create issues in the project ${projectKey}.`,
      NEEDED.CREATE_ISSUES,
    );
  throw new Refused(
    `The project ${projectKey} has no issue type ${issueType ?? ""}. It has: ${types.map(({ name }) => name).join(", ")}.`,
  );
}

async function checkFields(api: JiraApi, type: IssueType): Promise<string[]> {
  const fields = await api.fieldsOf(type);
  const has = (id: string) => fields.some(({ fieldId }) => fieldId === id);
  const asked = fields.filter(
    ({ fieldId, required, hasDefaultValue }) => required && !hasDefaultValue && !FILLED.has(fieldId),
  );
  if (asked.length > 0)
    throw new Refused(
      `Issues of the type ${type.name} require ${asked.map(({ name }) => name).join(", ")}. Make these optional, or name another type after the project key.`,
    );
  if (!has("description")) throw new Refused(`Issues of the type ${type.name} have no description on their screen.`);
  if (has("labels")) return [];
  return [`Issues of the type ${type.name} have no labels on their screen, so removed articles cannot be put away.`];
}

/** A placeholder for the project's key before a project is chosen. Jira's addresses require some key. */
const ANY_PROJECT = "ANY";

export async function listProjects(
  transport: ConnectorTransport,
  gatewayUrl: string,
  { config, text, signal }: { config: JiraConfig; text: string; signal: AbortSignal | undefined },
): Promise<TargetDestination[]> {
  const { api } = await reach(transport, gatewayUrl, { ...config, spaceId: ANY_PROJECT }, signal);
  return (await api.projects(text, MAX_DESTINATIONS)).map(({ key, name }) => ({ id: key, name: `${name} (${key})` }));
}

/**
 * Finds the address that accepts the token. A site rejects a token with scopes as if it were wrong; only Atlassian's
 * gateway accepts it.
 */
async function reach(transport: ConnectorTransport, gatewayUrl: string, config: JiraConfig, signal?: AbortSignal) {
  const direct = new JiraApi(transport, { ...config, origin: undefined }, signal);
  try {
    return { api: direct, account: await direct.myself(), origin: undefined };
  } catch (refusal) {
    if (!(refusal instanceof CredentialsRejected)) throw refusal;
    const cloudId = await findCloudId({ ...transport, platform: "Jira" }, direct.place.site, signal);
    if (!cloudId) throw refusal;
    const origin = `${gatewayUrl}/${cloudId}`;
    const api = new JiraApi(transport, { ...config, origin }, signal);
    return { api, account: await api.myself(), origin };
  }
}

/** Whether an anonymous visitor can see the project; false if this is unknown. */
async function isPublic(transport: ConnectorTransport, { place }: JiraApi, signal?: AbortSignal): Promise<boolean> {
  const url = `${place.site}/rest/api/3/project/${place.projectKey}`;
  try {
    const answer = await sendRequest({ ...transport, platform: "Jira" }, { method: "GET", url, headers: {}, signal });
    return answer.status === 200;
  } catch (error) {
    if (error instanceof ConnectorError) return false;
    throw error;
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
