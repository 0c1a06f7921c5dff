import { randomUUID } from "node:crypto";
import git from "isomorphic-git";
import { Unreachable } from "../errors.ts";
import type { GitCalls } from "./git-http.ts";
import { MemoryFiles, RepositoryTooLarge } from "./memory-files.ts";
import { createBusyError, PushRejected, toErrorAfterPush, toPushError } from "./push-errors.ts";
import { HEADS_PREFIX, OWN_BRANCH_PREFIX, type RemoteRefs, readRefs } from "./refs.ts";

/** The newest state of a branch. */
export interface BranchHead {
  branch: string;
  oid: string;
  /** The blob id of each file, by path. */
  files: Map<string, string>;
}

/** A push to one of our own branches. */
export interface BranchPush {
  branch: string;
  /** The branch's current commit; null when the branch does not exist yet. */
  before: string | null;
  /** The state of the branch that the change is based on. */
  on: BranchHead;
  parents: string[];
  /** True to discard the branch's previous commits. */
  isForced: boolean;
}

/** The changes of a commit: new text by path; null deletes the file. */
export interface CommitChange {
  files: Map<string, string | null>;
  subject: string;
  body: string;
  /** The person with whose account it is pushed; Lorekeep if absent. */
  author?: CommitAuthor | undefined;
}

export interface CommitAuthor {
  name: string;
  email: string;
}

const FOLDER = "/repository";
/** Our own branches whose files are cached for the next operation. */
const MAX_KEPT_HEADS = 20;
const MAX_FILES = 20_000;
/** A folder that occurs in several places counts each time, with its contents. */
const MAX_FOLDERS = 10_000;
const MAX_ENTRIES = 60_000;
/** The longest file that is read, in bytes. Lorekeep writes no longer page. */
const MAX_PAGE_BYTES = 1024 * 1024;
const MAX_DEPTH = 30;
/** Git's id for a missing commit. */
const NO_COMMIT = "0".repeat(40);
export const PUSH_ATTEMPTS = 5;
export const COMMIT_AUTHOR: CommitAuthor = { name: "Lorekeep", email: "lorekeep@users.noreply.localhost" };

/**
 * The newest commit of one repository. Data cached between two operations is used only after the server has confirmed, to this
 * operation's credentials, that it is still the newest: a read asks for the refs, a write relies on the push.
 */
export class GitRepository {
  readonly #url: string;
  readonly #files: MemoryFiles;
  readonly #cache = {};
  readonly #texts = new Map<string, string | null>();
  #head: BranchHead | null = null;
  readonly #ownHeads = new Map<string, BranchHead>();
  #opening: Promise<unknown> = Promise.resolve();
  #isReady = false;

  constructor(url: string, maxBytes: number) {
    this.#url = url;
    this.#files = new MemoryFiles(maxBytes);
  }

  get bytes(): number {
    return this.#files.bytes;
  }

  /** Asks the server for the newest commit and fetches it if it changed. */
  async newest(http: GitCalls, headers: Record<string, string>): Promise<BranchHead> {
    return this.at(http, headers, await this.refs(http, headers));
  }

  async refs(http: GitCalls, headers: Record<string, string>): Promise<RemoteRefs> {
    try {
      const refs = await git.listServerRefs({ http, headers, url: this.#url, protocolVersion: 1, symrefs: true });
      return readRefs(refs);
    } catch (error) {
      throw toPushError(error, http);
    }
  }

  /** The state of a branch at the commit that the server reported. */
  async at(http: GitCalls, headers: Record<string, string>, at: { branch: string; oid: string }): Promise<BranchHead> {
    const work = this.#opening.then(() => this.#refresh(http, headers, at));
    this.#opening = work.catch(() => {});
    return work;
  }

  /** Reads the text of one of Lorekeep's pages; null for any other file. */
  async ownText(path: string, head: BranchHead): Promise<string | null> {
    const oid = head.files.get(path) ?? "";
    const known = this.#texts.get(oid);
    if (known !== undefined) return known;
    const text = await this.text(oid);
    const own = text.includes("lorekeep") ? text : null;
    this.#texts.set(oid, own);
    return own;
  }

  /** The text of a file; empty for one that is longer than a page may be. */
  async text(oid: string): Promise<string> {
    const { blob } = await git.readBlob({ ...this.#place, oid });
    return blob.byteLength > MAX_PAGE_BYTES ? "" : Buffer.from(blob).toString("utf8");
  }

  /**
   * Pushes one commit on top of the newest one. If somebody else pushed meanwhile, it is made again on top of theirs. `change`
   * computes the change for a given state and may be called several times.
   */
  async commit(
    http: GitCalls,
    headers: Record<string, string>,
    change: (head: BranchHead) => Promise<CommitChange | null>,
  ): Promise<BranchHead> {
    for (let attempt = 1; attempt <= PUSH_ATTEMPTS; attempt += 1) {
      const kept = attempt === 1 ? this.#head : null;
      const head = kept ?? (await this.newest(http, headers));
      const wanted = await change(head).catch((error: unknown) => {
        // The cached state may be outdated, so an error based on it is not final.
        if (kept) return null;
        throw error;
      });
      const isNothing = !wanted || wanted.files.size === 0;
      if (isNothing && kept) continue;
      if (isNothing) return head;
      const { branch, oid } = head;
      const to = { branch, before: oid, on: head, parents: [oid], isForced: false };
      const pushed = await this.pushTo(http, headers, to, wanted);
      if (pushed) return pushed;
    }
    throw createBusyError();
  }

  /** Pushes one commit to a branch. Returns null, with nothing changed, when somebody else pushed meanwhile. */
  async pushTo(
    http: GitCalls,
    headers: Record<string, string>,
    to: BranchPush,
    wanted: CommitChange,
  ): Promise<BranchHead | null> {
    const { branch } = to;
    try {
      const oid = await this.#write(to, wanted);
      await this.#push(http, headers, { ...to, oid });
      const head = { branch, oid, files: await this.#list(oid) };
      this.#keep(head);
      return head;
    } catch (error) {
      const failure = toErrorAfterPush(error, http, branch);
      if (failure instanceof PushRejected) return null;
      throw failure;
    }
  }

  /** False when somebody pushed to the branch meanwhile. */
  async deleteBranch(http: GitCalls, headers: Record<string, string>, branch: string, oid: string): Promise<boolean> {
    try {
      await this.#push(http, headers, { branch, before: oid, oid: null, isForced: true });
      this.#ownHeads.delete(branch);
      return true;
    } catch (error) {
      const failure = toErrorAfterPush(error, http, branch);
      if (failure instanceof PushRejected) return false;
      throw failure;
    }
  }

  /** Whether we authored the commit. */
  async isOurs(oid: string): Promise<boolean> {
    return (await git.readCommit({ ...this.#place, oid })).commit.author.email === COMMIT_AUTHOR.email;
  }

  get #place() {
    return { fs: this.#files as never, gitdir: FOLDER, cache: this.#cache };
  }

  async #refresh(
    http: GitCalls,
    headers: Record<string, string>,
    { branch, oid }: { branch: string; oid: string },
  ): Promise<BranchHead> {
    const kept = this.#ownHeads.get(branch) ?? this.#head;
    if (kept?.oid === oid && kept.branch === branch) return kept;
    try {
      if (!this.#isReady) {
        await git.init({ ...this.#place, bare: true });
        await git.addRemote({ ...this.#place, remote: "origin", url: this.#url });
        this.#isReady = true;
      }
      const given = { ...this.#place, http, headers, url: this.#url, ref: branch, remoteRef: branch };
      const { fetchHead } = await git.fetch({ ...given, depth: 1, singleBranch: true, tags: false });
      const newest = fetchHead ?? oid;
      const head = { branch, oid: newest, files: await this.#list(newest) };
      this.#keep(head);
      return head;
    } catch (error) {
      throw toPushError(error, http);
    }
  }

  #keep(head: BranchHead): void {
    if (!head.branch.startsWith(OWN_BRANCH_PREFIX)) {
      this.#head = head;
      return;
    }
    this.#ownHeads.delete(head.branch);
    this.#ownHeads.set(head.branch, head);
    for (const oldest of this.#ownHeads.keys()) {
      if (this.#ownHeads.size <= MAX_KEPT_HEADS) break;
      this.#ownHeads.delete(oldest);
    }
  }

  async #list(commit: string): Promise<Map<string, string>> {
    const files = new Map<string, string>();
    const trees = new Map<string, Awaited<ReturnType<typeof git.readTree>>["tree"]>();
    let folders = 0;
    let entries = 0;
    const read = async (oid: string, folder: string, depth: number): Promise<void> => {
      const tree = trees.get(oid) ?? (await git.readTree({ ...this.#place, oid })).tree;
      trees.set(oid, tree);
      folders += 1;
      entries += tree.length;
      if (folders > MAX_FOLDERS || entries > MAX_ENTRIES)
        throw new RepositoryTooLarge("The repository has more folders than are looked at.");
      for (const entry of tree) {
        const path = folder ? `${folder}/${entry.path}` : entry.path;
        if (entry.type === "tree" && depth < MAX_DEPTH) await read(entry.oid, path, depth + 1);
        else if (entry.type === "blob") files.set(path, entry.oid);
        if (files.size > MAX_FILES) throw new RepositoryTooLarge("The repository has more files than are looked at.");
      }
    };
    await read(commit, "", 0);
    return files;
  }

  async #push(
    http: GitCalls,
    headers: Record<string, string>,
    { branch, before, oid, isForced }: Pick<BranchPush, "branch" | "before" | "isForced"> & { oid: string | null },
  ): Promise<void> {
    const ref = `refs/lorekeep/${randomUUID()}`;
    try {
      // The protocol also requires a commit id for a deletion.
      await git.writeRef({ ...this.#place, ref, value: oid ?? before ?? NO_COMMIT, force: true });
      const remoteRef = HEADS_PREFIX + branch;
      const result = await git.push({
        ...this.#place,
        http,
        headers,
        url: this.#url,
        remote: "origin",
        ref,
        remoteRef,
        force: isForced,
        ...(oid === null && { delete: true }),
        onPrePush: ({ remoteRef: at }) => {
          if (at.oid !== (before ?? NO_COMMIT)) throw new PushRejected();
          return true;
        },
      });
      if (result.refs[remoteRef]?.ok !== true)
        throw new Unreachable("The Git server did not say what became of the push.", { mayHaveHappened: true });
    } finally {
      await git.deleteRef({ ...this.#place, ref }).catch(() => {});
    }
  }

  async #write(
    { on, parents }: Pick<BranchPush, "on" | "parents">,
    { files, subject, body, author: by = COMMIT_AUTHOR }: CommitChange,
  ): Promise<string> {
    let { tree } = (await git.readCommit({ ...this.#place, oid: on.oid })).commit;
    for (const [path, text] of files) {
      const blob = text === null ? null : await git.writeBlob({ ...this.#place, blob: Buffer.from(text) });
      tree = (await this.#treeWith(tree, path.split("/"), blob)) ?? (await git.writeTree({ ...this.#place, tree: [] }));
    }
    const author = { ...by, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 };
    const message = body ? `${subject}\n\n${body}\n` : `${subject}\n`;
    const commit = { message, tree, parent: parents, author, committer: author };
    return git.writeCommit({ ...this.#place, commit });
  }

  /** Replaces one path of a tree; null when the folder became empty. */
  async #treeWith(tree: string | null, [name = "", ...rest]: string[], blob: string | null): Promise<string | null> {
    const before = tree ? (await git.readTree({ ...this.#place, oid: tree })).tree : [];
    const entries = before.filter(({ path }) => path !== name);
    const type = rest.length > 0 ? "tree" : "blob";
    const present = before.find((entry) => entry.path === name && entry.type === type);
    const oid = type === "tree" ? await this.#treeWith(present?.oid ?? null, rest, blob) : blob;
    if (oid) entries.push({ path: name, oid, mode: present?.mode ?? (type === "tree" ? "040000" : "100644"), type });
    return entries.length > 0 ? git.writeTree({ ...this.#place, tree: entries }) : null;
  }
}
