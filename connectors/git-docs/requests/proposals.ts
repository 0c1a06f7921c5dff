import { createHash } from "node:crypto";
import { ConnectorError, Refused, Unreachable } from "../../errors.ts";
import type { RepositoryAddress } from "../address.ts";
import type { GitCalls } from "../git-http.ts";
import { type Page, pagesIn, type Seen } from "../pages.ts";
import { pushedAllTheTime } from "../push-errors.ts";
import { OWN_BRANCHES } from "../refs.ts";
import { AUTHOR, type BranchPush, type Change, type Head, PUSH_ATTEMPTS, type Repository } from "../repository.ts";
import type { ChangeRequest, RequestHost, RequestText } from "./request-host.ts";
import { requestText } from "./request-text.ts";

/** The page that is made for a marker: whoever makes it again makes the same one, on the same branch. */
export const idOfMarker = (marker: string): string => createHash("sha256").update(marker).digest("hex").slice(0, 20);

const branchOf = (id: string) => OWN_BRANCHES + id;

/** How far a page's own branch has come. */
interface Standing {
  id: string;
  branch: string;
  main: Head;
  /** The newest commit of the branch; null: there is none. */
  tip: string | null;
  /** The branch, while its request is open or not opened yet. */
  own: Head | null;
  request: ChangeRequest | null;
  /** The page on the default branch. */
  before: Page | null;
}

export type Proposals = ReturnType<typeof openProposals>;

interface Place {
  repository: Repository;
  http: GitCalls;
  headers: Record<string, string>;
  address: RepositoryAddress;
  host: RequestHost;
}

/** Each page on a branch of its own, with one open request at most; merged, it is on the default branch like any other. */
export function openProposals({ repository, http, headers, address, host }: Place) {
  const pageIn = async (head: Head, id: string) =>
    (await pagesIn(repository, head, address)).find((page) => page.id === id) ?? null;

  async function read(id: string): Promise<Standing> {
    const refs = await repository.refs(http, headers);
    const main = await repository.at(http, headers, refs);
    const branch = branchOf(id);
    const tip = refs.own.get(branch) ?? null;
    const request = await host.newest(branch);
    const isUnderWay = request === null || request.state === "open";
    const own = tip && isUnderWay ? await repository.at(http, headers, { branch, oid: tip }) : null;
    return { id, branch, main, tip, own, request, before: await pageIn(main, id) };
  }

  async function isOnlyOurs({ branch, tip, request }: Standing): Promise<boolean> {
    if (tip === null) return true;
    const { oid } = await repository.at(http, headers, { branch, oid: tip });
    if (!(await repository.isOurs(oid))) return false;
    const authors = request && (await host.authors(request));
    return request === null || (authors?.every((email) => email === AUTHOR.email) ?? false);
  }

  /** Null when somebody else pushed to the branch since. */
  async function push(standing: Standing, wanted: Change, isErasure: boolean): Promise<Head | null> {
    const { branch, tip, own, main, before } = standing;
    const mayBegin = (own === null || isErasure) && (await isOnlyOurs(standing));
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

  async function open({ branch, main }: Standing, text: RequestText): Promise<ChangeRequest> {
    try {
      return await host.open({ branch, base: main.branch }, text).catch(async (error: unknown) => {
        // Somebody else was first, or the answer to an earlier call was lost.
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

  /** A request that is open gets its words first: what has to leave them is gone although the push may fail. */
  async function commit(
    id: string,
    change: (head: Head) => Promise<Change | null>,
    { isErasure = false }: { isErasure?: boolean } = {},
  ): Promise<Seen> {
    for (let attempt = 1; attempt <= PUSH_ATTEMPTS; attempt += 1) {
      const standing = await read(id);
      const wanted = await change(standing.own ?? standing.main);
      const isNothing = !wanted || (wanted.files.size === 0 && standing.own === null);
      if (isNothing) return seen(standing);
      const isOpen = standing.own !== null && standing.request?.state === "open";
      if (isOpen && standing.request) await host.change(standing.request, requestText(wanted));
      const own = wanted.files.size > 0 ? await push(standing, wanted, isErasure) : standing.own;
      if (!own) continue;
      const request = isOpen ? standing.request : await open(standing, requestText(wanted));
      return seen({ ...standing, tip: own.oid, own, request });
    }
    throw pushedAllTheTime();
  }

  /** Closes the request and takes the branch away, as far as nobody else worked on it. */
  async function withdraw(standing: Standing): Promise<boolean> {
    const { branch, tip, request } = standing;
    if (!(await isOnlyOurs(standing))) return false;
    if (request?.state === "open") await host.close(request);
    return tip === null || repository.deleteBranch(http, headers, branch, tip);
  }

  return {
    commit,
    /** The page as it is asked for, else as it is on the default branch. */
    async look(id: string): Promise<{ page: Page | null; head: Seen }> {
      const standing = await read(id);
      return { page: await pageIn(standing.own ?? standing.main, id), head: seen(standing) };
    },
    async isNew(id: string): Promise<boolean> {
      const head = await repository.newest(http, headers);
      return (await pageIn(head, id))?.state !== "current";
    },
    /** Ids of the pages that have a branch. */
    async ids(): Promise<string[]> {
      const { own } = await repository.refs(http, headers);
      return [...own.keys()].map((branch) => branch.slice(OWN_BRANCHES.length));
    },
    /** True when nothing of the page is left that would need a request: it was only asked for, or asked to be put away. */
    async withdrawNew(id: string): Promise<boolean> {
      const standing = await read(id);
      return standing.before?.state !== "current" && (standing.tip === null || (await withdraw(standing)));
    },
    /** Takes back that a page be put away; null when there is more to do than to close the request. */
    async keep(id: string): Promise<{ page: Page; head: Seen } | null> {
      const standing = await read(id);
      const { before, own, main } = standing;
      const isAskedFor = own !== null && (await pageIn(own, id))?.state === "trashed";
      if (before?.state !== "current" || !isAskedFor || !(await withdraw(standing))) return null;
      return { page: before, head: main };
    },
    async close(id: string): Promise<void> {
      const request = await host.newest(branchOf(id));
      if (request?.state === "open") await host.close(request);
    },
  };
}

function seen({ main, own, request, before }: Standing): Seen {
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
