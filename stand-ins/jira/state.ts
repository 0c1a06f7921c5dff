import { randomUUID } from "node:crypto";
import type { AdfNode } from "./validate.ts";

export interface StandInAccount {
  email: string;
  token: string;
  name: string;
  /** A token with scopes works at the gateway only, and no other does. */
  scopes?: readonly string[];
  /** Permissions it does not have in any project, as `CREATE_ISSUES`. */
  lacks?: readonly string[];
}

export interface StandInProject {
  key: string;
  name: string;
  types?: StandInType[];
  isHidden?: boolean;
  /** Visitors without an account see it. */
  isPublic?: boolean;
}

export interface StandInType {
  name: string;
  subtask?: boolean;
  /** Further required fields, by their names. */
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

export const PERSON = "5b10ac8d82e05b22cc7d4ef5";

/** The category of each status of the workflow: everything leads everywhere. */
export const STATUSES: Record<string, string> = { "To Do": "new", "In Progress": "indeterminate", Done: "done" };

/** What a Jira site holds. */
export class JiraState {
  readonly issues: StandInIssue[] = [];
  readonly projects: (StandInProject & { id: string; types: StandInType[] })[];
  readonly accounts: (StandInAccount & { id: string })[];
  readonly cloudId = randomUUID();
  /** Milliseconds until Jira's index knows of a new issue. */
  readonly indexAfterMs: number;
  /** Projects count their issues, and no number is given twice. */
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

  /** The next number of the project; a refused issue takes one, too. */
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

  /** Changes what is given, and writes the history as Jira does: descriptions as text. */
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
      note("description", linesOf(issue.description), `${linesOf(to.description)}`);
    if (to.labels !== undefined) note("labels", issue.labels.join(" "), to.labels.join(" "));
    if (to.status !== undefined) note("status", issue.status, to.status);
    Object.assign(issue, structuredClone(to));
    if (items.length === 0) return;
    this.#lastId += 1;
    issue.histories.push({ id: String(this.#lastId), by, at: Date.now(), items });
  }
}

/** A description in the words of the history. */
export function linesOf(node: AdfNode | null): string {
  if (node === null) return "";
  const { text = "", content = [] } = node;
  return text + content.map(linesOf).join(node.type === "doc" ? "\n\n" : "");
}

/** As Jira's editor saves: every node has an id of its own. */
export function savedByEditor(node: AdfNode): AdfNode {
  const content = node.content && { content: node.content.map(savedByEditor) };
  const attrs =
    node.type === "text" || node.type === "doc" ? node.attrs : { ...node.attrs, localId: randomUUID().slice(0, 12) };
  return { ...node, ...(attrs && { attrs }), ...content };
}
