import { randomUUID } from "node:crypto";
import git, { Errors } from "isomorphic-git";
import { ConnectorError, MissingPermission, Refused, Unreachable } from "../errors.ts";
import { type GitCalls, TOO_LARGE } from "./git-http.ts";
import { MemoryFiles, TooMuch } from "./memory-files.ts";

/** The newest state of the default branch. */
export interface Head {
  branch: string;
  oid: string;
  /** Blob ids by path. */
  files: Map<string, string>;
}

/** What a commit changes: text by path; null takes the file away. */
export interface Change {
  files: Map<string, string | null>;
  subject: string;
  body: string;
}

const FOLDER = "/repository";
const MAX_FILES = 20_000;
const MAX_DEPTH = 30;
const PUSH_ATTEMPTS = 5;
const AUTHOR = { name: "Lorekeep", email: "lorekeep@users.noreply.localhost" };

/** Somebody else pushed first. */
class Overtaken extends Error {}

/**
 * One repository as far as its newest commit goes. What is kept between two pieces of work is only ever used after the server
 * said, to the credentials of the work, that it still is the newest: when it is read by asking, when it is written by the push.
 */
export class Repository {
  readonly #url: string;
  readonly #files: MemoryFiles;
  readonly #cache = {};
  readonly #texts = new Map<string, string | null>();
  #head: Head | null = null;
  #opening: Promise<unknown> = Promise.resolve();
  #isReady = false;

  constructor(url: string, maxBytes: number) {
    this.#url = url;
    this.#files = new MemoryFiles(maxBytes);
  }

  get bytes(): number {
    return this.#files.bytes;
  }

  /** Asks the server for the newest commit, and fetches it when it is another one. */
  async newest(http: GitCalls, headers: Record<string, string>): Promise<Head> {
    const work = this.#opening.then(() => this.#refresh(http, headers));
    this.#opening = work.catch(() => {});
    return work;
  }

  /** Null for a file that says nothing of us. */
  async ownText(path: string, head: Head): Promise<string | null> {
    const oid = head.files.get(path) ?? "";
    const known = this.#texts.get(oid);
    if (known !== undefined) return known;
    const { blob } = await git.readBlob({ ...this.#place, oid });
    const text = Buffer.from(blob).toString("utf8");
    const own = text.includes("lorekeep") ? text : null;
    this.#texts.set(oid, own);
    return own;
  }

  /**
   * One commit on top of the newest, pushed only if nobody pushed in between: else made again on top of theirs. `change` says
   * what is to be, looking at the given state; it may be asked more than once.
   */
  async commit(
    http: GitCalls,
    headers: Record<string, string>,
    change: (head: Head) => Promise<Change | null>,
  ): Promise<Head> {
    for (let attempt = 1; attempt <= PUSH_ATTEMPTS; attempt += 1) {
      const kept = attempt === 1 ? this.#head : null;
      const head = kept ?? (await this.newest(http, headers));
      const wanted = await change(head).catch((error: unknown) => {
        // What was kept may be old: what follows from it is no answer.
        if (kept) return null;
        throw error;
      });
      if (!wanted && kept) continue;
      if (!wanted) return head;
      const pushed = await this.#push(http, headers, head, wanted).catch((error: unknown) => {
        if (error instanceof Overtaken) return null;
        throw error;
      });
      if (pushed) return pushed;
    }
    throw new Unreachable("Others push to the repository all the time. It is tried again.", { mayHaveHappened: false });
  }

  get #place() {
    return { fs: this.#files as never, gitdir: FOLDER, cache: this.#cache };
  }

  async #refresh(http: GitCalls, headers: Record<string, string>): Promise<Head> {
    try {
      const { branch, oid } = await this.#branch(http, headers);
      if (this.#head?.oid === oid && this.#head.branch === branch) return this.#head;
      if (!this.#isReady) {
        await git.init({ ...this.#place, bare: true });
        await git.addRemote({ ...this.#place, remote: "origin", url: this.#url });
        this.#isReady = true;
      }
      const given = { ...this.#place, http, headers, url: this.#url, ref: branch, remoteRef: branch };
      const { fetchHead } = await git.fetch({ ...given, depth: 1, singleBranch: true, tags: false });
      const newest = fetchHead ?? oid;
      this.#head = { branch, oid: newest, files: await this.#list(newest) };
      return this.#head;
    } catch (error) {
      throw forPeople(error, http);
    }
  }

  async #branch(http: GitCalls, headers: Record<string, string>): Promise<{ branch: string; oid: string }> {
    const refs = await git.listServerRefs({ http, headers, url: this.#url, protocolVersion: 1, symrefs: true });
    const head = refs.find(({ ref }) => ref === "HEAD");
    const branch = head?.target ?? refs.find(({ ref, oid }) => ref.startsWith("refs/heads/") && oid === head?.oid)?.ref;
    if (!head || !branch)
      throw new MissingPermission(
        "The repository is empty: its default branch has no commit yet. Write a first page or file in the browser.",
        "a first commit",
      );
    return { branch: branch.replace(/^refs\/heads\//, ""), oid: head.oid };
  }

  async #list(commit: string): Promise<Map<string, string>> {
    const files = new Map<string, string>();
    const read = async (oid: string, folder: string, depth: number): Promise<void> => {
      const { tree } = await git.readTree({ ...this.#place, oid });
      for (const entry of tree) {
        const path = folder ? `${folder}/${entry.path}` : entry.path;
        if (entry.type === "tree" && depth < MAX_DEPTH) await read(entry.oid, path, depth + 1);
        else if (entry.type === "blob") files.set(path, entry.oid);
        if (files.size > MAX_FILES) throw new TooMuch("The repository has more files than are looked at.");
      }
    };
    await read(commit, "", 0);
    return files;
  }

  async #push(http: GitCalls, headers: Record<string, string>, head: Head, wanted: Change): Promise<Head> {
    const ref = `refs/lorekeep/${randomUUID()}`;
    try {
      const commit = await this.#write(head, wanted);
      await git.writeRef({ ...this.#place, ref, value: commit, force: true });
      const remoteRef = `refs/heads/${head.branch}`;
      const result = await git.push({
        ...this.#place,
        http,
        headers,
        url: this.#url,
        remote: "origin",
        ref,
        remoteRef,
        onPrePush: ({ remoteRef: at }) => {
          if (at.oid !== head.oid) throw new Overtaken();
          return true;
        },
      });
      if (result.refs[remoteRef]?.ok !== true)
        throw new Unreachable("The Git server did not say what became of the push.", { mayHaveHappened: true });
      this.#head = { branch: head.branch, oid: commit, files: await this.#list(commit) };
      return this.#head;
    } catch (error) {
      throw afterPush(error, http, head.branch);
    } finally {
      await git.deleteRef({ ...this.#place, ref }).catch(() => {});
    }
  }

  async #write(head: Head, { files, subject, body }: Change): Promise<string> {
    let { tree } = (await git.readCommit({ ...this.#place, oid: head.oid })).commit;
    for (const [path, text] of files) {
      const blob = text === null ? null : await git.writeBlob({ ...this.#place, blob: Buffer.from(text) });
      tree = (await this.#treeWith(tree, path.split("/"), blob)) ?? (await git.writeTree({ ...this.#place, tree: [] }));
    }
    const author = { ...AUTHOR, timestamp: Math.floor(Date.now() / 1000), timezoneOffset: 0 };
    const message = body ? `${subject}\n\n${body}\n` : `${subject}\n`;
    const commit = { message, tree, parent: [head.oid], author, committer: author };
    return git.writeCommit({ ...this.#place, commit });
  }

  /** Null when nothing is left in the folder. */
  async #treeWith(tree: string | null, [name = "", ...rest]: string[], blob: string | null): Promise<string | null> {
    const before = tree ? (await git.readTree({ ...this.#place, oid: tree })).tree : [];
    const entries = before.filter(({ path }) => path !== name);
    const below = before.find(({ path, type }) => path === name && type === "tree")?.oid ?? null;
    const oid = rest.length > 0 ? await this.#treeWith(below, rest, blob) : blob;
    const isFolder = rest.length > 0;
    if (oid) entries.push({ path: name, oid, mode: isFolder ? "040000" : "100644", type: isFolder ? "tree" : "blob" });
    return entries.length > 0 ? git.writeTree({ ...this.#place, tree: entries }) : null;
  }
}

/** What went wrong before anything was sent that changes something. */
function forPeople(error: unknown, { hasPushed }: GitCalls): unknown {
  if (error instanceof ConnectorError || error instanceof Overtaken) return error;
  if (error instanceof TooMuch) return new Refused(TOO_LARGE);
  if (isOfGit(error))
    return new Unreachable("The Git server answered with something that cannot be read.", {
      cause: error,
      mayHaveHappened: hasPushed,
    });
  return error;
}

const OVERTAKEN =
  /fast-forward|fetch first|stale info|cannot lock|failed to (update|lock)|incorrect old value|already exists/i;
const NOT_ALLOWED = /protected|declined|denied|not allowed|permission|prohibited/i;

function afterPush(error: unknown, http: GitCalls, branch: string): unknown {
  if (error instanceof Errors.PushRejectedError) return new Overtaken();
  if (!(error instanceof Errors.GitPushError)) return forPeople(error, http);
  const result = error.data.result as { error?: string; refs?: Record<string, { error?: string }> };
  const said = [result.error, ...Object.values(result.refs ?? {}).map((ref) => ref.error)].join(" ");
  if (OVERTAKEN.test(said)) return new Overtaken();
  if (NOT_ALLOWED.test(said))
    return new MissingPermission(
      `The branch ${branch} is protected: the token's account may not push to it.`,
      `pushing to ${branch}`,
    );
  return new Refused("The Git server refused the commit.");
}

/** Errors of the library, and what it throws when an answer is not what Git says. */
const isOfGit = (error: unknown) =>
  error instanceof Error && (("code" in error && typeof error.code === "string") || error.constructor !== Error);
