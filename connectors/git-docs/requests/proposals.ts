import { createHash } from "node:crypto";
import { ConnectorError, MissingPermission, Refused, Unreachable } from "../../errors.ts";
import type { RepairReview } from "../../wiki-repair.ts";
import type { RepositoryAddress } from "../address.ts";
import type { GitCalls } from "../git-http.ts";
import { listPages, type PageBranchHead, type RepositoryPage } from "../pages.ts";
import { createBusyError } from "../push-errors.ts";
import { OWN_BRANCH_PREFIX } from "../refs.ts";
import {
  type BranchHead,
  type BranchPush,
  COMMIT_AUTHOR,
  type CommitChange,
  type GitRepository,
  PUSH_ATTEMPTS,
} from "../repository.ts";
import type { ChangeRequest, ChangeRequestClosing, ChangeRequestHost, ChangeRequestText } from "./request-host.ts";
import { buildChangeRequestText } from "./request-text.ts";

/** Derives the page id from a marker, so that a repeated publish uses the same page and branch. */
export const derivePageId = (marker: string): string => createHash("sha256").update(marker).digest("hex").slice(0, 20);

export const toBranch = (id: string) => OWN_BRANCH_PREFIX + id;

/** The state of a page's own branch. */
interface ProposalState {
  branch: string;
  main: BranchHead;
  /** The newest commit of the branch; null when it does not exist. */
  tip: string | null;
  /** The branch while its request is open or not opened yet. */
  own: BranchHead | null;
  request: ChangeRequest | null;
  /** The page as it is on the default branch. */
  before: RepositoryPage | null;
}

interface ProposalContext {
  repository: GitRepository;
  http: GitCalls;
  headers: Record<string, string>;
  address: RepositoryAddress;
  host: ChangeRequestHost;
}

/** Each page has its own branch with at most one open request. Once merged it is on the default branch like any page. */
export class PageProposals {
  readonly #place: ProposalContext;

  constructor(place: ProposalContext) {
    this.#place = place;
  }

  /**
   * Pushes one commit for the page to its branch. Updates the text of an open request first, so that erased words are removed
   * from it even if the push fails.
   */
  async commit(
    id: string,
    change: (head: BranchHead) => Promise<CommitChange | null>,
    { isErasure = false }: { isErasure?: boolean } = {},
  ): Promise<PageBranchHead> {
    for (let attempt = 1; attempt <= PUSH_ATTEMPTS; attempt += 1) {
      const state = await this.#read(id);
      const wanted = await change(state.own ?? state.main);
      const isNothing = !wanted || (wanted.files.size === 0 && state.own === null);
      if (isNothing) return seen(state);
      const isOpen = state.own !== null && state.request?.state === "open";
      if (isOpen && state.request) await this.#place.host.change(state.request, buildChangeRequestText(wanted));
      const own = wanted.files.size > 0 ? await this.#push(state, wanted, isErasure) : state.own;
      if (!own) continue;
      const request = isOpen ? state.request : await this.#open(state, buildChangeRequestText(wanted));
      return seen({ ...state, tip: own.oid, own, request });
    }
    throw createBusyError();
  }

  /** The page in its open request, otherwise on the default branch. */
  async look(id: string): Promise<{ page: RepositoryPage | null; head: PageBranchHead }> {
    const state = await this.#read(id);
    return { page: await this.#pageIn(state.own ?? state.main, id), head: seen(state) };
  }

  /** True when the default branch does not contain the page. */
  async isNew(id: string): Promise<boolean> {
    const head = await this.#place.repository.newest(this.#place.http, this.#place.headers);
    return (await this.#pageIn(head, id))?.state !== "current";
  }

  /** Lists the ids of pages that have a branch. */
  async ids(): Promise<string[]> {
    const { own } = await this.#place.repository.refs(this.#place.http, this.#place.headers);
    return [...own.keys()].map((branch) => branch.slice(OWN_BRANCH_PREFIX.length));
  }

  /** Withdraws a page that only exists in a request. True when nothing is left that needs a request. */
  async withdrawNew(id: string): Promise<boolean> {
    const state = await this.#read(id);
    return state.before?.state !== "current" && (state.tip === null || (await this.#withdraw(state)));
  }

  /** Cancels a requested removal; null when more than closing the request is needed. */
  async keep(id: string): Promise<{ page: RepositoryPage; head: PageBranchHead } | null> {
    const state = await this.#read(id);
    const { before, own, main } = state;
    const isAskedFor = own !== null && (await this.#pageIn(own, id))?.state === "trashed";
    if (before?.state !== "current" || !isAskedFor || !(await this.#withdraw(state))) return null;
    return { page: before, head: main };
  }

  /** The state of a page's newest request; null when it has none. */
  async review(id: string): Promise<RepairReview | null> {
    const { host } = this.#place;
    const request = await host.newest(toBranch(id));
    if (!request) return null;
    const { url, state } = request;
    if (state !== "closed") return { state, url, by: null, at: null };
    return { state: "declined", url, ...(await host.closing(request).catch(hideUntold)) };
  }

  async close(id: string): Promise<void> {
    const { host } = this.#place;
    const request = await host.newest(toBranch(id));
    if (request?.state === "open") await host.close(request);
  }

  async #pageIn(head: BranchHead, id: string): Promise<RepositoryPage | null> {
    const { repository, address } = this.#place;
    return (await listPages(repository, head, address)).find((page) => page.id === id) ?? null;
  }

  async #read(id: string): Promise<ProposalState> {
    const { repository, http, headers, host } = this.#place;
    const refs = await repository.refs(http, headers);
    const main = await repository.at(http, headers, refs);
    const branch = toBranch(id);
    const tip = refs.own.get(branch) ?? null;
    const request = await host.newest(branch);
    const isUnderWay = request === null || request.state === "open";
    const own = tip && isUnderWay ? await repository.at(http, headers, { branch, oid: tip }) : null;
    return { branch, main, tip, own, request, before: await this.#pageIn(main, id) };
  }

  async #isOnlyOurs({ branch, tip, request }: ProposalState): Promise<boolean> {
    const { repository, http, headers, host } = this.#place;
    if (tip === null) return true;
    const { oid } = await repository.at(http, headers, { branch, oid: tip });
    if (!(await repository.isOurs(oid))) return false;
    const authors = request && (await host.authors(request));
    return request === null || (authors?.every((email) => email === COMMIT_AUTHOR.email) ?? false);
  }

  /** Pushes a change to the page's branch; null when somebody else pushed to the branch meanwhile. */
  async #push(state: ProposalState, wanted: CommitChange, isErasure: boolean): Promise<BranchHead | null> {
    const { repository, http, headers } = this.#place;
    const { branch, tip, own, main, before } = state;
    const mayBegin = (own === null || isErasure) && (await this.#isOnlyOurs(state));
    if (own && !mayBegin) {
      const to = { branch, before: own.oid, on: own, parents: [own.oid], isForced: false };
      return repository.pushTo(http, headers, to, wanted);
    }
    const files = new Map(wanted.files);
    if (before && !files.has(before.path)) files.set(before.path, null);
    const parents = tip && !mayBegin ? [tip, main.oid] : [main.oid];
    const to: BranchPush = { branch, before: tip, on: main, parents, isForced: tip !== null && mayBegin };
    return repository.pushTo(http, headers, to, { ...wanted, files });
  }

  async #open({ branch, main }: ProposalState, text: ChangeRequestText): Promise<ChangeRequest> {
    const { host } = this.#place;
    try {
      return await host.open({ branch, base: main.branch }, text).catch(async (error: unknown) => {
        // Another person opened the request first, or the answer of an earlier call was lost.
        const found = error instanceof Refused ? await host.newest(branch) : null;
        if (found?.state !== "open") throw error;
        await host.change(found, text);
        return found;
      });
    } catch (cause) {
      if (!(cause instanceof ConnectorError)) throw cause;
      throw new Unreachable(`The branch was pushed, but its ${host.word} could not be opened: ${cause.message}`, {
        cause,
        mayHaveHappened: true,
      });
    }
  }

  /** Closes the request and deletes the branch. Does nothing and returns false when others committed to it. */
  async #withdraw(state: ProposalState): Promise<boolean> {
    const { repository, http, headers, host } = this.#place;
    const { branch, tip, request } = state;
    if (!(await this.#isOnlyOurs(state))) return false;
    if (request?.state === "open") await host.close(request);
    return tip === null || repository.deleteBranch(http, headers, branch, tip);
  }
}

/** A token may read requests and not their history. */
function hideUntold(error: unknown): ChangeRequestClosing {
  if (error instanceof Refused || error instanceof MissingPermission) return { by: null, at: null };
  throw error;
}

function seen({ main, own, request, before }: ProposalState): PageBranchHead {
  const { oid, files } = own ?? main;
  const isNew = before?.state !== "current";
  const state = own && request?.state === "open" ? ("open" as const) : ("closed" as const);
  const hasReview = request !== null && request.state !== "merged";
  return {
    branch: main.branch,
    oid,
    files,
    ...(hasReview && { review: { state, url: request.url, isNew } }),
    ...(own && request === null && { isUnfinished: true as const }),
  };
}
