import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PERSON = { GIT_AUTHOR_NAME: "Pia Person", GIT_AUTHOR_EMAIL: "pia@acme.example" };

interface GitOptions {
  input?: string;
  env?: Record<string, string>;
  isOutside?: boolean;
}

/** A bare repository, and people who push to it. */
export class GitRepository {
  readonly #folder: string;

  constructor(root: string, name: string, { isEmpty = false }: { isEmpty?: boolean } = {}) {
    this.#folder = join(root, name);
    mkdirSync(dirname(this.#folder), { recursive: true });
    this.git(["init", "--quiet", "--bare", "--initial-branch=main", this.#folder], { isOutside: true });
    this.git(["config", "http.receivepack", "true"]);
    if (!isEmpty) this.pushAsPerson({ "README.md": "# Handbook\n" }, "Begin");
  }

  /** '' in an empty repository. */
  head(): string {
    return this.git(["rev-parse", "--verify", "--quiet", "refs/heads/main"], { mayFail: true }).trim();
  }

  files(at = "main"): string[] {
    return this.git(["-c", "core.quotePath=false", "ls-tree", "-r", "-z", "--name-only", at])
      .split("\0")
      .filter(Boolean);
  }

  read(path: string): string | null {
    return this.files().includes(path) ? this.git(["show", `main:${path}`]) : null;
  }

  /** Every file with its text, by path. */
  readAll(): Map<string, string> {
    const head = this.head();
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
    return texts;
  }

  /** Newest first: 'author: subject'. */
  log(path?: string): string[] {
    const follow = path ? ["--follow", "--", path] : [];
    return this.git(["log", "--format=%an: %s", "main", ...follow])
      .trim()
      .split("\n");
  }

  message(): string {
    return this.git(["log", "-1", "--format=%B", "main"]);
  }

  /** The file of a page that was not put away. */
  pathOf(pageId: string): string {
    const found = this.files().find((path) => path.endsWith(".md") && this.read(path)?.includes(pageId));
    if (!found) throw new Error(`There is no page ${pageId}.`);
    return found;
  }

  countByMarker(marker: string): number {
    return this.files().filter((path) => path.endsWith(".md") && this.read(path)?.includes(marker)).length;
  }

  /** The words that came with the commits after this one. */
  changedSince(before: string): string {
    const head = this.head();
    return before && head && before !== head ? this.git(["diff", "--text", "--unified=0", before, head]) : "";
  }

  editAsPerson(path: string, edit: (text: string) => string): void {
    this.#commitAsPerson(() => ({ [path]: edit(this.read(path) ?? "") }), `Edit ${path}`);
  }

  moveAsPerson(path: string, to: string): void {
    this.#commitAsPerson(() => ({ [path]: null, [to]: this.read(path) ?? "" }), `Move ${path}`);
  }

  /** One commit of a person's; null takes the file away. */
  pushAsPerson(files: Record<string, string | null>, message: string): void {
    this.#commitAsPerson(() => files, message);
  }

  /** Done again on top of the other's commit when somebody pushed in between, as a person does. */
  #commitAsPerson(change: () => Record<string, string | null>, message: string): void {
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const head = this.head();
      const commit = this.#commitOn(head, change(), message);
      if (this.#run(["update-ref", "refs/heads/main", commit, head || "0".repeat(40)]).status === 0) return;
    }
    throw new Error(`Somebody else pushes all the time: '${message}' is not in.`);
  }

  #commitOn(head: string, files: Record<string, string | null>, message: string): string {
    const index = { GIT_INDEX_FILE: join(this.#folder, "index-of-a-person") };
    this.git(head ? ["read-tree", head] : ["read-tree", "--empty"], { env: index });
    for (const [path, text] of Object.entries(files)) {
      // Other ways to take a file away want a folder with the files.
      if (text === null)
        this.git(["update-index", "--index-info"], { env: index, input: `0 ${"0".repeat(40)}\t${path}\n` });
      else {
        const oid = this.git(["hash-object", "-w", "--stdin"], { input: text }).trim();
        this.git(["update-index", "--add", "--cacheinfo", `100644,${oid},${path}`], { env: index });
      }
    }
    const tree = this.git(["write-tree"], { env: index }).trim();
    const parent = head ? ["-p", head] : [];
    return this.git(["commit-tree", tree, ...parent, "-m", message], { env: PERSON }).trim();
  }

  /** As a protected branch: the server declines each push. */
  protect(): void {
    this.hook("pre-receive", "echo 'protected branch' >&2; exit 1");
  }

  /** Runs while a push is being taken, before it counts. */
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
