import type { GitRepository } from "./repository.ts";

export interface PullRequest {
  number: number;
  title: string;
  text: string;
  head: string;
  base: string;
  /** The login of the person who opened it; 'lorekeep' for a token of an integration. */
  by: string;
  state: "open" | "closed" | "merged";
  /** The person who closed it unmerged, and when; null for one that is open or merged. */
  closed: { by: string; at: string } | null;
}

/** A pull request cannot be created, for the reason that the Git host would give. */
export class PullRequestRefused extends Error {
  readonly kind: "same" | "exists" | "invalid";
  constructor(kind: "same" | "exists" | "invalid") {
    super(kind);
    this.kind = kind;
  }
}

/** The pull requests of one repository. */
export class PullRequests {
  readonly repository: GitRepository;
  readonly #all: PullRequest[] = [];

  constructor(repository: GitRepository) {
    this.repository = repository;
  }

  /** Returns the pull requests, newest first. */
  list(): PullRequest[] {
    return this.#all.toReversed();
  }

  get(number: number): PullRequest {
    const found = this.#all.find((one) => one.number === number);
    if (!found) throw new Error(`There is no request ${number}.`);
    return found;
  }

  open({ head, base, title, text, by }: Omit<PullRequest, "number" | "state" | "closed">): PullRequest {
    if (head === base) throw new PullRequestRefused("same");
    if (base !== "main" || !title || !this.repository.head(head)) throw new PullRequestRefused("invalid");
    if (this.#all.some((one) => one.head === head && one.state === "open")) throw new PullRequestRefused("exists");
    if (this.repository.authorsOf(head).length === 0) throw new PullRequestRefused("invalid");
    const request = { number: this.#all.length + 1, title, text, head, base, by, state: "open" as const, closed: null };
    this.#all.push(request);
    return request;
  }

  /** Merges a pull request, like a person who presses the host's button. */
  merge(number: number, how: { isSquashed?: boolean; deletesBranch?: boolean } = {}): void {
    const request = this.get(number);
    if (request.state !== "open") throw new Error("Only an open request can be merged.");
    this.repository.mergeAsPerson(request.head, how);
    request.state = "merged";
    if (how.deletesBranch) this.deleteBranch(request.head);
  }

  close(
    number: number,
    { deletesBranch = false, by = "lorekeep" }: { deletesBranch?: boolean; by?: string } = {},
  ): void {
    const request = this.get(number);
    request.state = "closed";
    request.closed = { by, at: new Date().toISOString() };
    if (deletesBranch) this.deleteBranch(request.head);
  }

  reopen(number: number): void {
    Object.assign(this.get(number), { state: "open", closed: null });
  }

  deleteBranch(branch: string): void {
    this.repository.git(["update-ref", "-d", `refs/heads/${branch}`]);
  }
}
