import type { RepositoryAddress } from "../address.ts";

/** A pull request, or a merge request on GitLab. */
export interface ChangeRequest {
  number: number;
  /** The request's address in the browser. */
  url: string;
  state: "open" | "closed" | "merged";
}

/** The person who closed a request unmerged, and when, as far as the host tells. */
export interface ChangeRequestClosing {
  by: string | null;
  at: Date | null;
}

/** The title and text that people see. */
export interface ChangeRequestText {
  /** The title, in one line. */
  title: string;
  /** The description, in Markdown. */
  text: string;
}

/** The requests of one repository. Throws `ConnectorError`s only. */
export interface ChangeRequestHost {
  /** The host's noun for a change request, such as 'pull request'. */
  word: string;
  /** Finds the branch's open request, else its newest one; null when the branch has no request. */
  newest(branch: string): Promise<ChangeRequest | null>;
  open(from: { branch: string; base: string }, text: ChangeRequestText): Promise<ChangeRequest>;
  change(request: ChangeRequest, text: ChangeRequestText): Promise<void>;
  close(request: ChangeRequest): Promise<void>;
  /** The latest closing of a request. */
  closing(request: ChangeRequest): Promise<ChangeRequestClosing>;
  /** The email addresses of all commit authors; null when the list exceeds one answer. */
  authors(request: ChangeRequest): Promise<string[] | null>;
  /** Tries to open an invalid request, from `base` to itself, which tests only the permission to open one. */
  proveOpening(base: string): Promise<void>;
}

export type HostKind = "github" | "gitlab" | "gitea";

/** Reads a host's time; null for anything else. */
export const readTime = (text: string | null | undefined): Date | null => {
  const time = new Date(text ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time;
};

/** Recognizes the host by its name; null when the name does not tell. */
export function recognizeHost({ host }: Pick<RepositoryAddress, "host">): HostKind | null {
  if (/(^|[.-])github\b|(^|\.)ghe\.com$/i.test(host)) return "github";
  if (/(^|[.-])gitlab\b/i.test(host)) return "gitlab";
  return /(^|[.-])(gitea|forgejo)\b|(^|\.)codeberg\.org$/i.test(host) ? "gitea" : null;
}
