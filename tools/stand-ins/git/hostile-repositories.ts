import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";

/** A Git server with one repository that attacks its readers. It accepts no pushes. */
export interface HostileServer {
  /** The repository's address. */
  url: string;
  close(): Promise<void>;
}

export interface HostileRepository {
  what: string;
  /** Matches the message that the reader must get; null if the repository is read like any other. */
  sentence: RegExp | null;
  /** The id of one of our pages to read. Absent if checking the repository is enough. */
  pageId?: string;
  answer(): { head: string; pack: Buffer; branches?: string[] };
}

const TYPES = { commit: 1, tree: 2, blob: 3, "ofs-delta": 6 } as const;
const MEGABYTE = 1024 * 1024;
const PAGE_ID = "0123456789abcdef0123";

/** Builds a Git pack: its entries, and the ids of its objects. */
class PackBuilder {
  readonly #parts: Buffer[] = [];
  #count = 0;
  #bytes = 12;

  add(type: "commit" | "tree" | "blob", content: Buffer): string {
    this.entry(TYPES[type], content.byteLength, content);
    return createHash("sha1").update(`${type} ${content.byteLength}\0`).update(content).digest("hex");
  }

  /** Adds an entry. `size` is the size in the entry's header. Returns the entry's offset. */
  entry(type: number, size: number, content: Buffer, between: Buffer = Buffer.alloc(0)): number {
    const start = this.#bytes;
    const header = [(type << 4) | (size % 16)];
    for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
      header[header.length - 1] = (header.at(-1) ?? 0) | 128;
      header.push(rest % 128);
    }
    for (const part of [Buffer.from(header), between, deflateSync(content)]) {
      this.#parts.push(part);
      this.#bytes += part.byteLength;
    }
    this.#count += 1;
    return start;
  }

  commit(tree: string): string {
    const by = "Mallory <m@example.com> 1700000000 +0000";
    return this.add("commit", Buffer.from(`tree ${tree}\nauthor ${by}\ncommitter ${by}\n\nBegin\n`));
  }

  tree(entries: { name: string; oid: string; isFolder?: boolean }[]): string {
    const lines = entries.flatMap(({ name, oid, isFolder }) => [
      Buffer.from(`${isFolder ? "40000" : "100644"} ${name}\0`),
      Buffer.from(oid, "hex"),
    ]);
    return this.add("tree", Buffer.concat(lines));
  }

  /** Adds a commit with these files and returns its id. */
  head(files: Record<string, Buffer | string>): string {
    const entries = Object.entries(files).map(([name, content]) => ({
      name,
      oid: this.add("blob", Buffer.from(content as string)),
    }));
    return this.commit(this.tree(entries));
  }

  get bytes(): Buffer {
    const header = Buffer.alloc(12);
    header.write("PACK");
    header.writeUInt32BE(2, 4);
    header.writeUInt32BE(this.#count, 8);
    const whole = Buffer.concat([header, ...this.#parts]);
    return Buffer.concat([whole, createHash("sha1").update(whole).digest()]);
  }
}

const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
};

function filled(make: (pack: PackBuilder) => string): { head: string; pack: Buffer } {
  const pack = new PackBuilder();
  const head = make(pack);
  return { head, pack: pack.bytes };
}

const page = (frontMatter: string, body: string) =>
  `---\ntitle: A page\n${frontMatter}lorekeep:\n  page: ${PAGE_ID}\n---\n\n${body}\n`;
const zeros = (megabytes: number, first: string) =>
  Buffer.concat([Buffer.from(first), Buffer.alloc(megabytes * MEGABYTE)]);

export const HOSTILE_REPOSITORIES: HostileRepository[] = [
  {
    what: "a folder that holds itself ten times, 30 levels deep",
    sentence: /too large/,
    answer: () =>
      filled((pack) => {
        let oid = pack.tree([{ name: "a", oid: pack.add("blob", Buffer.from("x")) }]);
        for (let level = 0; level < 30; level += 1)
          oid = pack.tree(Array.from({ length: 10 }, (_, index) => ({ name: `d${index}`, oid, isFolder: true })));
        return pack.commit(oid);
      }),
  },
  {
    what: "a chain of 3,000 folders",
    sentence: null,
    answer: () =>
      filled((pack) => {
        let oid = pack.tree([{ name: "a", oid: pack.add("blob", Buffer.from("x")) }]);
        for (let level = 0; level < 3_000; level += 1) oid = pack.tree([{ name: "d", oid, isFolder: true }]);
        return pack.commit(oid);
      }),
  },
  {
    what: "a file of 700 MB of zeros",
    sentence: /too large/,
    answer: () =>
      filled((pack) => {
        // The size in the header alone must exceed the limit, because the content is never unpacked.
        pack.entry(TYPES.blob, 700 * MEGABYTE, Buffer.alloc(MEGABYTE));
        return pack.head({ "a.md": "x" });
      }),
  },
  {
    what: "many files of 10 MB of zeros",
    sentence: /too large/,
    answer: () =>
      filled((pack) =>
        pack.head(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, zeros(10, `${at}`)]))),
      ),
  },
  {
    what: "a file that is larger than its header says",
    sentence: /cannot be read/,
    answer: () =>
      filled((pack) => {
        pack.entry(TYPES.blob, 10, Buffer.alloc(64 * MEGABYTE));
        return pack.head({ "a.md": "x" });
      }),
  },
  {
    what: "a delta that makes a gigabyte of a kilobyte",
    sentence: /too large/,
    answer: () =>
      filled((pack) => {
        const base = Buffer.alloc(MEGABYTE);
        const start = pack.entry(TYPES.blob, base.byteLength, base);
        const copies = Array.from({ length: 1_024 }, () => Buffer.from([0b1111_0000, 0, 0, 16]));
        const delta = Buffer.concat([varint(MEGABYTE), varint(1_024 * MEGABYTE), ...copies]);
        const size = pack.bytes.byteLength - 20 - start;
        const distance = Buffer.from([((size >> 7) - 1) | 128, size & 127]);
        pack.entry(TYPES["ofs-delta"], delta.byteLength, delta, distance);
        return pack.head({ "a.md": "x" });
      }),
  },
  {
    what: "a delta of itself",
    sentence: /cannot be read/,
    answer: () =>
      filled((pack) => {
        pack.entry(TYPES["ofs-delta"], 4, Buffer.from([1, 1, 1, 65]), Buffer.from([0]));
        return pack.head({ "a.md": "x" });
      }),
  },
  {
    what: "a pack that says it holds four billion objects",
    sentence: /too large/,
    answer: () => {
      const { head, pack } = filled((one) => one.head({ "a.md": "x" }));
      pack.writeUInt32BE(0xffffffff, 8);
      return { head, pack };
    },
  },
  {
    what: "a pack that breaks off",
    sentence: /cannot be read/,
    answer: () => {
      const { head, pack } = filled((one) => one.head({ "a.md": "x".repeat(1_000) }));
      return { head, pack: pack.subarray(0, 40) };
    },
  },
  {
    what: "100,000 files in one folder",
    sentence: /too large/,
    answer: () =>
      filled((pack) => {
        const oid = pack.add("blob", Buffer.from("x"));
        return pack.commit(pack.tree(Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}.md`, oid }))));
      }),
  },
  {
    what: "60,000 branches that look like ours",
    sentence: null,
    answer: () => ({
      ...filled((pack) => pack.head({ "a.md": "x" })),
      branches: Array.from({ length: 60_000 }, (_, at) => `lorekeep/${at}`),
    }),
  },
  {
    what: "front matter with 30,000 brackets",
    sentence: null,
    pageId: PAGE_ID,
    answer: () => filled((pack) => pack.head({ "a.md": page(`x: ${"[".repeat(30_000)}\n`, "Text.") })),
  },
  {
    what: "front matter that names itself again and again",
    sentence: null,
    pageId: PAGE_ID,
    answer: () => {
      const lines = Array.from({ length: 30 }, (_, at) =>
        at === 0 ? "x0: &x0 [a,a,a,a,a,a,a,a,a]\n" : `x${at}: &x${at} [${`*x${at - 1},`.repeat(9)}]\n`,
      );
      return filled((pack) => pack.head({ "a.md": page(lines.join(""), "Text.") }));
    },
  },
  {
    what: "a page quoted 300,000 times",
    sentence: /The page cannot be read/,
    pageId: PAGE_ID,
    answer: () => filled((pack) => pack.head({ "a.md": page("", `${">".repeat(300_000)} x`) })),
  },
  {
    what: "a page of 900,000 brackets",
    sentence: /The page cannot be read/,
    pageId: PAGE_ID,
    answer: () => filled((pack) => pack.head({ "a.md": page("", "[".repeat(900_000)) })),
  },
];

/** Starts a server that announces one branch, main, and sends the same pack in response to every request. */
export async function startHostileGit(repository: HostileRepository): Promise<HostileServer> {
  const { head, pack, branches = [] } = repository.answer();
  const refs = [`${head} HEAD\0symref=HEAD:refs/heads/main side-band-64k shallow ofs-delta agent=git/2`].concat(
    [`main`, ...branches].map((branch) => `${head} refs/heads/${branch}`),
  );
  const lines = (service: string) => ["# service=" + service + "\n", null, ...refs.map((line) => `${line}\n`), null];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
    request.resume();
    if (pathname.endsWith("/info/refs")) {
      const service = searchParams.get("service") ?? "";
      response.setHeader("content-type", `application/x-${service}-advertisement`);
      return response.end(Buffer.concat(lines(service).map(packetLine)));
    }
    response.setHeader("content-type", "application/x-git-upload-pack-result");
    const bands: Buffer[] = [];
    for (let at = 0; at < pack.byteLength; at += 60_000)
      bands.push(packetLine(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 60_000)])));
    response.end(
      Buffer.concat([packetLine(`shallow ${head}`), packetLine(null), packetLine("NAK\n"), ...bands, packetLine(null)]),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/acme/handbook`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function packetLine(content: Buffer | string | null): Buffer {
  if (content === null) return Buffer.from("0000");
  const bytes = Buffer.from(content as string);
  return Buffer.concat([Buffer.from((bytes.byteLength + 4).toString(16).padStart(4, "0")), bytes]);
}
