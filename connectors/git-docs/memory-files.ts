/** A file system error with Node's error code. */
class FileError extends Error {
  readonly code: string;
  constructor(code: string, path: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

/** The repository is larger than we hold in memory. */
export class RepositoryTooLarge extends Error {}

/**
 * The in-memory file system that isomorphic-git needs. It leaves no data of a customer's repository on disk when a process is
 * killed. Folders exist as soon as they contain something.
 */
export class MemoryFiles {
  readonly #files = new Map<string, Uint8Array>();
  readonly #folders = new Set<string>(["/"]);
  readonly #maxBytes: number;
  #bytes = 0;
  readonly promises: Record<string, (...given: never[]) => Promise<unknown>>;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.promises = {
      readFile: async (path: string, options?: string | { encoding?: string }) => this.#read(path, options),
      writeFile: async (path: string, data: string | Uint8Array) => this.#write(path, data),
      unlink: async (path: string) => this.#unlink(path),
      readdir: async (path: string) => this.#list(path),
      mkdir: async (path: string) => void this.#folders.add(clean(path)),
      rmdir: async (path: string) => void this.#folders.delete(clean(path)),
      stat: async (path: string) => this.#stat(path),
      lstat: async (path: string) => this.#stat(path),
      readlink: async (path: string) => Promise.reject(new FileError("EINVAL", path)),
      symlink: async (path: string) => Promise.reject(new FileError("EPERM", path)),
    };
  }

  get bytes(): number {
    return this.#bytes;
  }

  #read(given: string, options?: string | { encoding?: string }): string | Uint8Array {
    const path = clean(given);
    const data = this.#files.get(path);
    if (!data) throw new FileError(this.#isFolder(path) ? "EISDIR" : "ENOENT", path);
    const encoding = typeof options === "string" ? options : options?.encoding;
    return encoding ? Buffer.from(data).toString("utf8") : Buffer.from(data);
  }

  #write(given: string, data: string | Uint8Array): void {
    const path = clean(given);
    const bytes = typeof data === "string" ? Buffer.from(data) : Uint8Array.from(data);
    const total = this.#bytes - (this.#files.get(path)?.byteLength ?? 0) + bytes.byteLength;
    if (total > this.#maxBytes) throw new RepositoryTooLarge("The repository is larger than what is kept of one.");
    this.#bytes = total;
    this.#files.set(path, bytes);
  }

  #unlink(given: string): void {
    const path = clean(given);
    const data = this.#files.get(path);
    if (!data) throw new FileError("ENOENT", path);
    this.#bytes -= data.byteLength;
    this.#files.delete(path);
  }

  #list(given: string): string[] {
    const path = clean(given);
    if (!this.#isFolder(path)) throw new FileError(this.#files.has(path) ? "ENOTDIR" : "ENOENT", path);
    const start = path === "/" ? "/" : `${path}/`;
    const below = [...this.#files.keys(), ...this.#folders].filter((one) => one !== path && one.startsWith(start));
    return [...new Set(below.map((one) => one.slice(start.length).split("/")[0] ?? ""))].sort();
  }

  #stat(given: string) {
    const path = clean(given);
    const data = this.#files.get(path);
    const isFolder = !data && this.#isFolder(path);
    if (!data && !isFolder) throw new FileError("ENOENT", path);
    return {
      type: data ? "file" : "dir",
      mode: data ? 0o100644 : 0o040000,
      size: data?.byteLength ?? 0,
      ino: 0,
      dev: 0,
      uid: 0,
      gid: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      isFile: () => data !== undefined,
      isDirectory: () => isFolder,
      isSymbolicLink: () => false,
    };
  }

  #isFolder(path: string): boolean {
    if (this.#folders.has(path)) return true;
    const start = `${path}/`;
    for (const file of this.#files.keys()) if (file.startsWith(start)) return true;
    return false;
  }
}

/** Normalizes a path: '/a//b/./c/' becomes '/a/b/c'. */
function clean(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return `/${parts.join("/")}`;
}
