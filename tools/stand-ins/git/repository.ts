import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PERSON = { GIT_AUTHOR_NAME: "Pia Person", GIT_AUTHOR_EMAIL: "pia@acme.example" };

/** Settings that switch off slow work without a visible effect: packing after each push, and unpacking. */
const SETTINGS = { "http.receivepack": "true", "receive.autogc": "false", "fastimport.unpackLimit": "1" };

interface GitOptions {
  input?: string;
  env?: Record<string, string>;
  isOutside?: boolean;
}

/**
 * The files of a repository with its first commit, by path; null marks a folder. The files are created once per process
 * and copied for further repositories.
 */
let begun: [path: string, content: Buffer | null][] | undefined;

/** A bare Git repository, and the actions of people who push to it. */
export class GitRepository {
  readonly #folder: string;
  /** The files of the commit that was read last, because starting Git takes a large process longer than reading. */
  #read: { head: string; texts: ReadonlyMap<string, string> } | undefined;

  constructor(root: string, name: string) {
    this.#folder = join(root, name);
    mkdirSync(this.#folder, { recursive: true });
    if (!begun) begun = this.#begin();
    else
      for (const [path, content] of begun) {
        if (content) writeFileSync(join(this.#folder, path), content);
        else mkdirSync(join(this.#folder, path));
      }
  }

  /** Returns the folder's files, with each folder before its contents. */
  #begin(): NonNullable<typeof begun> {
    this.git(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", this.#folder], { isOutside: true });
    for (const [name, value] of Object.entries(SETTINGS)) this.git(["config", name, value]);
    this.pushAsPerson({ "README.md": "# Handbook\n" }, "Begin");
    const all = readdirSync(this.#folder, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isDirectory() ? null : readFileSync(path);
      return [path.slice(this.#folder.length + 1), content] satisfies [string, Buffer | null];
    });
    return all.toSorted(([one], [other]) => (one < other ? -1 : 1));
  }

  /**
   * Returns the id of a branch's latest commit; '' for an empty repository. Each branch is a file, because branches are
   * never packed.
   */
  head(branch = "main"): string {
    const file = join(this.#folder, "refs", "heads", branch);
    return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  }

  files(at = "main"): string[] {
    return this.git(["-c", "core.quotePath=false", "ls-tree", "-r", "-z", "--name-only", at])
      .split("\0")
      .filter(Boolean);
  }

  read(path: string, at = "main"): string | null {
    if (this.#read?.head === this.head(at)) return this.#read.texts.get(path) ?? null;
    const { status, stdout } = this.#run(["cat-file", "blob", `${at}:${path}`]);
    return status === 0 ? stdout : null;
  }

  /** Returns all branches except the default one. */
  branches(): string[] {
    const names = this.git(["for-each-ref", "--format=%(refname:short)", "refs/heads"]).split("\n").filter(Boolean);
    return names.filter((name) => name !== "main");
  }

  /** Returns the e-mail addresses of the authors of a branch's commits that are not in the default branch. */
  authorsOf(branch: string): string[] {
    return this.git(["log", "--format=%ae", `main..${branch}`])
      .split("\n")
      .filter(Boolean);
  }

  /** Merges a branch, like the merge button of a Git host. */
  mergeAsPerson(branch: string, { isSquashed = false }: { isSquashed?: boolean } = {}): void {
    const tree = this.git(["merge-tree", "--write-tree", "main", branch]).trim();
    const parents = ["-p", "main", ...(isSquashed ? [] : ["-p", branch])];
    const commit = this.git(["commit-tree", tree, ...parents, "-m", `Merge ${branch}`]).trim();
    this.git(["update-ref", "refs/heads/main", commit]);
  }

  /** Returns all files as text, by path. */
  readAll(): ReadonlyMap<string, string> {
    const head = this.head();
    if (this.#read?.head === head) return this.#read.texts;
    const paths = this.files(head);
    const output = this.git(["cat-file", "--batch"], { input: paths.map((path) => `${head}:${path}\n`).join("") });
    const bytes = Buffer.from(output);
    const texts = new Map<string, string>();
    let at = 0;
    for (const path of paths) {
      const line = bytes.indexOf("\n", at);
      const size = Number(bytes.toString("utf8", at, line).split(" ")[2]);
      texts.set(path, bytes.toString("utf8", line + 1, line + 1 + size));
      at = line + size + 2;
    }
    this.#read = { head, texts };
    return texts;
  }

  /** Returns the commits as 'author: subject', newest first. */
  log(path?: string): string[] {
    const follow = path ? ["--follow", "--", path] : [];
    return this.git(["log", "--format=%an: %s", "main", ...follow])
      .trim()
      .split("\n");
  }

  message(): string {
    return this.git(["log", "-1", "--format=%B", "main"]);
  }

  /** Returns the path of a page that is not archived. */
  pathOf(pageId: string): string {
    const [found] = this.#pagesWith(pageId);
    if (!found) throw new Error(`There is no page ${pageId}.`);
    return found;
  }

  countByMarker(marker: string): number {
    return this.#pagesWith(marker).length;
  }

  #pagesWith(words: string): string[] {
    return [...this.readAll()]
      .filter(([path, text]) => path.endsWith(".md") && text.includes(words))
      .map(([path]) => path);
  }

  /** Returns the text that the commits between two commits changed. */
  changedBetween(before: string, after: string): string {
    return before && after && before !== after ? this.git(["diff", "--text", "--unified=0", before, after]) : "";
  }

  editAsPerson(path: string, edit: (text: string) => string, branch = "main"): void {
    this.#commitAsPerson(() => ({ [path]: edit(this.read(path, branch) ?? "") }), `Edit ${path}`, branch);
  }

  moveAsPerson(path: string, to: string): void {
    this.#commitAsPerson(() => ({ [path]: null, [to]: this.read(path) ?? "" }), `Move ${path}`);
  }

  /** Pushes one commit as a person. Null deletes the file. */
  pushAsPerson(files: Record<string, string | null>, message: string): void {
    this.#commitAsPerson(() => files, message);
  }

  /** Commits as a person. If another commit was pushed meanwhile, commits again on top of it. */
  #commitAsPerson(change: () => Record<string, string | null>, message: string, branch = "main"): void {
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const head = this.head(branch);
      const input = commitOf(head, change(), message, branch);
      if (this.#run(["fast-import", "--quiet", "--date-format=now"], { input }).status === 0) return;
    }
    throw new Error(`Somebody else pushes all the time: '${message}' is not in.`);
  }

  /** Refuses every push, like a protected branch. */
  protect(): void {
    this.hook("pre-receive", "echo 'protected branch' >&2; exit 1");
  }

  /** Runs a script while a push is being received, before the push takes effect. */
  hook(name: "pre-receive" | "update", script: string): void {
    const path = join(this.#folder, "hooks", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }

  git(given: string[], { mayFail = false, ...options }: GitOptions & { mayFail?: boolean } = {}): string {
    const done = this.#run(given, options);
    if (done.status !== 0 && !mayFail) throw new Error(`git ${given[0]}: ${done.stderr}`);
    return done.stdout;
  }

  #run(given: string[], { input, env = {}, isOutside = false }: GitOptions = {}) {
    const who = { GIT_COMMITTER_NAME: "Pia Person", GIT_COMMITTER_EMAIL: "pia@acme.example", ...PERSON };
    return spawnSync("git", isOutside ? given : ["--git-dir", this.#folder, ...given], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: this.#folder, GIT_CONFIG_NOSYSTEM: "1", ...who, ...env },
      ...(input !== undefined && { input }),
      maxBuffer: 50 * 1024 * 1024,
    });
  }
}

/** The input of `git fast-import`, which rejects the commit if the branch has newer commits. */
function commitOf(head: string, files: Record<string, string | null>, message: string, branch: string): string {
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const person = `${PERSON.GIT_AUTHOR_NAME} <${PERSON.GIT_AUTHOR_EMAIL}> now`;
  const changes = Object.entries(files).map(([path, text]) =>
    text === null ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${data(text)}`,
  );
  const from = head ? `from ${head}\n` : "";
  return `commit refs/heads/${branch}\ncommitter ${person}\n${data(message)}${from}${changes.join("")}`;
}

const quoted = (path: string) => `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
