import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { browserRoutes } from "./browser.ts";
import { GATEWAY_PREFIX, guardGateway } from "./gateway.ts";
import { restRoutes } from "./rest.ts";
import {
  extractLines,
  HUMAN_EDITOR_ID,
  JiraState,
  type StandInAccount,
  type StandInIssue,
  type StandInProject,
  simulateEditorSave,
} from "./state.ts";
import type { AdfNode } from "./validate.ts";

export interface JiraStandInOptions extends StandInOptions {
  projects?: StandInProject[];
  accounts?: StandInAccount[];
  /** The milliseconds until a search finds a new issue. If absent, longer than any test. */
  indexAfterMs?: number;
}

interface IssueDraft {
  summary: string;
  content: AdfNode[];
}

export interface JiraStandIn extends StandIn {
  cloudId: string;
  /** Replaces `https://api.atlassian.com/ex/jira`. The cloudId is not part of this address. */
  gatewayUrl: string;
  /** Returns copies of all issues in the order of their creation. */
  issues(): StandInIssue[];
  /** Creates an issue as a person and returns its key. */
  addAsPerson(projectKey: string, summary: string): string;
  /** Edits the summary or description as a person in Jira's editor. */
  editAsPerson(id: string, edit: (draft: IssueDraft) => void): void;
  moveAsPerson(id: string, projectKey: string): void;
  deleteAsPerson(id: string): void;
  commentAsPerson(id: string): void;
  labelAsPerson(id: string, labels: string[]): void;
  hideProject(key: string, isHidden: boolean): void;
  /** Returns the number of issues that contain the marker and are not archived. */
  countByMarker(marker: string): number;
}

export const DEFAULT_PROJECT: StandInProject = { key: "KB", name: "Knowledge" };
export const DEFAULT_ACCOUNT: StandInAccount = { email: "bot@acme.example", token: "jira-token", name: "Docs Bot" };

/** Starts a Jira Cloud site, and Atlassian's gateway to it for tokens with scopes. */
export async function startJiraStandIn({
  projects = [DEFAULT_PROJECT],
  accounts = [DEFAULT_ACCOUNT],
  indexAfterMs = 60 * 60 * 1000,
  ...options
}: JiraStandInOptions = {}): Promise<JiraStandIn> {
  const state = new JiraState(projects, accounts, indexAfterMs);
  let url = "";
  const standIn = await startStandIn(
    "Jira",
    (app) => {
      app.register(async (site) => restRoutes(site, state, () => url));
      app.get("/_edge/tenant_info", async () => ({ cloudId: state.cloudId }));
      app.get("/_stand-in/issues", async () => state.issues);
      app.register(
        async (gateway) => {
          guardGateway(gateway, state);
          restRoutes(gateway, state, () => url);
        },
        { prefix: GATEWAY_PREFIX },
      );
      browserRoutes(app, state);
    },
    options,
  );
  url = standIn.url;
  const issueOf = (id: string): StandInIssue => {
    const issue = state.issue(id);
    if (!issue) throw new Error(`The Jira stand-in has no issue ${id}.`);
    return issue;
  };
  return {
    ...standIn,
    cloudId: state.cloudId,
    gatewayUrl: `${url}/ex/jira`,
    issues: () => structuredClone(state.issues),
    addAsPerson: (project, summary) =>
      state.add({ project, type: "Task", summary, description: null, labels: [], creator: HUMAN_EDITOR_ID }).key,
    editAsPerson(id, edit) {
      const issue = issueOf(id);
      const draft = structuredClone({ summary: issue.summary, content: issue.description?.content ?? [] });
      edit(draft);
      const description = simulateEditorSave({ type: "doc", version: 1, content: draft.content });
      state.change(issue, HUMAN_EDITOR_ID, { summary: draft.summary, description });
    },
    moveAsPerson: (id, project) => void Object.assign(issueOf(id), { project, key: state.takeKey(project) }),
    deleteAsPerson: (id) => void state.issues.splice(state.issues.indexOf(issueOf(id)), 1),
    commentAsPerson: (id) =>
      void issueOf(id).comments.push({ by: HUMAN_EDITOR_ID, body: { type: "doc", version: 1, content: [] } }),
    labelAsPerson: (id, labels) => state.change(issueOf(id), HUMAN_EDITOR_ID, { labels }),
    hideProject: (key, isHidden) => void Object.assign(state.project(key) ?? {}, { isHidden }),
    countByMarker: (marker) =>
      state.issues.filter(
        ({ description, labels }) => !labels.includes("lorekeep-removed") && extractLines(description).includes(marker),
      ).length,
  };
}
