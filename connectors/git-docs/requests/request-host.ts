import type { RepositoryAddress } from "../address.ts";

/** A pull request, or a merge request as GitLab calls it. */
export interface ChangeRequest {
  number: number;
  /** Where people read it. */
  url: string;
  state: "open" | "closed" | "merged";
}

/** What people read of a request. */
export interface RequestText {
  /** One line. */
  title: string;
  /** Markdown. */
  text: string;
}

/** The requests of one repository. Throws `ConnectorError`s only. */
export interface RequestHost {
  /** 'pull request' */
  word: string;
  /** The open request of a branch, else the newest one; null when there was none. */
  newest(branch: string): Promise<ChangeRequest | null>;
  open(from: { branch: string; base: string }, text: RequestText): Promise<ChangeRequest>;
  change(request: ChangeRequest, text: RequestText): Promise<void>;
  close(request: ChangeRequest): Promise<void>;
  /** The addresses of all who made a commit of it; null when there are more than one answer holds. */
  authors(request: ChangeRequest): Promise<string[] | null>;
  /** Asks for a request that cannot be, from `base` to itself, so that nothing but the right to open one is tried. */
  proveOpening(base: string): Promise<void>;
}

export type HostKind = "github" | "gitlab" | "gitea";

/** By the name of the host; null where it does not say. */
export function recognisedHost({ host }: Pick<RepositoryAddress, "host">): HostKind | null {
  if (/(^|[.-])github\b|(^|\.)ghe\.com$/i.test(host)) return "github";
  if (/(^|[.-])gitlab\b/i.test(host)) return "gitlab";
  return /(^|[.-])(gitea|forgejo)\b|(^|\.)codeberg\.org$/i.test(host) ? "gitea" : null;
}
