import { randomUUID } from "node:crypto";
import type { AdfNode } from "./validate.ts";

export interface StandInAccount {
  email: string;
  token: string;
  name: string;
  /** The token's scopes. A token with scopes works only at the gateway, and a token without scopes only at the site. */
  scopes?: readonly string[];
  /** Permissions that the account lacks in every project, such as `CREATE_ISSUES`. */
  lacks?: readonly string[];
}

export interface StandInProject {
  key: string;
  name: string;
  types?: StandInType[];
  isHidden?: boolean;
  /** True if visitors without an account can see the project. */
  isPublic?: boolean;
}

export interface StandInType {
  name: string;
  subtask?: boolean;
  /** The names of further required fields. */
  requires?: string[];
  hasNoLabels?: boolean;
}

export interface StandInHistory {
  id: string;
  by: string;
  at: number;
  items: { field: string; fromString: string | null; toString: string | null }[];
}

export interface StandInIssue {
  id: string;
  key: string;
  project: string;
  type: string;
  summary: string;
  description: AdfNode | null;
  labels: string[];
  status: string;
  creator: string;
  created: number;
  histories: StandInHistory[];
  comments: { by: string; body: AdfNode }[];
  remoteLinks: { globalId: string | null; url: string; title: string }[];
}

export const HUMAN_EDITOR_ID = "5b10ac8d82e05b22cc7d4ef5";

/** The workflow's statuses with their categories. Every change of status is possible. */
export const STATUSES: Record<string, string> = { "To Do": "new", "In Progress": "indeterminate", Done: "done" };

/** The data of a Jira site. */
export class JiraState {
  readonly issues: StandInIssue[] = [];
  readonly projects: (StandInProject & { id: string; types: StandInType[] })[];
  readonly accounts: (StandInAccount & { id: string })[];
  readonly cloudId = randomUUID();
  /** The milliseconds until Jira's index contains a new issue. */
  readonly indexAfterMs: number;
  /** The highest issue number of each project. Numbers are never reused. */
  readonly #counts = new Map<string, number>();
  #lastId = 10_000;

  constructor(projects: StandInProject[], accounts: StandInAccount[], indexAfterMs: number) {
    this.indexAfterMs = indexAfterMs;
    const types = [{ name: "Epic" }, { name: "Task" }, { name: "Sub-task", subtask: true }];
    this.projects = projects.map((project, index) => ({ types, ...project, id: String(10_000 + index) }));
    this.accounts = accounts.map((account) => ({ ...account, id: randomUUID().replaceAll("-", "").slice(0, 24) }));
  }

  project(key: string) {
    return this.projects.find((one) => one.key === key || one.id === key);
  }

  issue(idOrKey: string): StandInIssue | undefined {
    return this.issues.find(({ id, key }) => id === idOrKey || key === idOrKey);
  }

  /** Takes the project's next issue number. A refused issue uses a number too. */
  takeKey(project: string): string {
    const number = (this.#counts.get(project) ?? 0) + 1;
    this.#counts.set(project, number);
    return `${project}-${number}`;
  }

  add(issue: Pick<StandInIssue, "project" | "type" | "summary" | "description" | "labels" | "creator">): StandInIssue {
    this.#lastId += 1;
    const made: StandInIssue = {
      ...structuredClone(issue),
      id: String(this.#lastId),
      key: this.takeKey(issue.project),
      status: "To Do",
      created: Date.now(),
      histories: [],
      comments: [],
      remoteLinks: [],
    };
    this.issues.push(made);
    return made;
  }

  /** Changes an issue and records the change in its history, in which descriptions are text, as in Jira. */
  change(
    issue: StandInIssue,
    by: string,
    to: Partial<Pick<StandInIssue, "summary" | "description" | "labels" | "status">>,
  ) {
    const items: StandInHistory["items"] = [];
    const note = (field: string, before: string | null, after: string | null) => {
      if (before !== after) items.push({ field, fromString: before, toString: after });
    };
    if (to.summary !== undefined) note("summary", issue.summary, to.summary);
    if (to.description !== undefined && JSON.stringify(to.description) !== JSON.stringify(issue.description))
      note("description", extractLines(issue.description), `${extractLines(to.description)}`);
    if (to.labels !== undefined) note("labels", issue.labels.join(" "), to.labels.join(" "));
    if (to.status !== undefined) note("status", issue.status, to.status);
    Object.assign(issue, structuredClone(to));
    if (items.length === 0) return;
    this.#lastId += 1;
    issue.histories.push({ id: String(this.#lastId), by, at: Date.now(), items });
  }
}

/** Converts a description to text, as Jira's history contains it. */
export function extractLines(node: AdfNode | null): string {
  if (node === null) return "";
  const { text = "", content = [] } = node;
  return text + content.map(extractLines).join(node.type === "doc" ? "\n\n" : "");
}

/** Saves a description like Jira's editor, which gives every node an id. */
export function simulateEditorSave(node: AdfNode): AdfNode {
  const content = node.content && { content: node.content.map(simulateEditorSave) };
  const attrs =
    node.type === "text" || node.type === "doc" ? node.attrs : { ...node.attrs, localId: randomUUID().slice(0, 12) };
  return { ...node, ...(attrs && { attrs }), ...content };
}
