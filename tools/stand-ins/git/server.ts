import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";
import { createGitHosts, findPerson, type GitHosts, type GitHostsOptions, hostAccountRoutes } from "./host-accounts.ts";
import { runGitHttpBackend } from "./http-backend.ts";
import { pullRequestRoutes } from "./pull-request-routes.ts";
import { PullRequests } from "./pull-requests.ts";
import { GitRepository } from "./repository.ts";

export interface GitServerOptions extends StandInOptions {
  /** The token that may push. `readerToken` may only read. */
  token?: string;
  readerToken?: string;
  /** The repositories' paths, such as 'acme/handbook.git'. */
  repositories?: string[];
  /** True if anybody may read without a token. */
  isPublic?: boolean;
  /** A token that may push, but may not create pull requests. */
  pusherToken?: string;
  /** The apps and people with which accounts are connected by OAuth. */
  hosts?: GitHostsOptions;
}

export interface GitServer extends StandIn {
  /** The OAuth servers of the hosts, and the access of their people. */
  readonly hosts: GitHosts;
  /** The logins of the people who pushed with an account of their own, in order; 'lorekeep' for a token of an integration. */
  readonly pushedBy: string[];
  repository(name?: string): GitRepository;
  /** Returns the pull or merge requests of a repository, with people's actions on them. */
  requests(name?: string): PullRequests;
  /** Returns the number of pages in the article folder that contain the marker and are not archived. */
  countByMarker(marker: string): number;
}

/** The body of a push: bytes for Git, and text for tests. */
class PushBody {
  readonly bytes: Buffer;
  /**
   * Reads the text of the push; set when the push is complete. It runs only on demand, because each read starts a
   * process.
   */
  #readWords = () => "";
  #words: string | undefined;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  isIn(readWords: () => string) {
    this.#readWords = readWords;
    this.#words = undefined;
  }
  toJSON() {
    this.#words ??= this.#readWords();
    return this.#words;
  }
}

export const GIT_TOKEN = "lk-git-token";
export const GIT_REPOSITORY = "acme/handbook.git";

/** Starts a real Git server (Git's own `http-backend`), with pages for people at the same paths as on GitHub. */
export async function startGitServer({
  token = GIT_TOKEN,
  readerToken = "lk-reader-token",
  repositories = [GIT_REPOSITORY],
  isPublic = false,
  pusherToken = "lk-pusher-token",
  hosts: hostsOptions,
  ...options
}: GitServerOptions = {}): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), "git-server-"));
  const all = new Map(repositories.map((name) => [name, new GitRepository(root, name)]));
  const requests = new Map([...all].map(([name, one]) => [name, new PullRequests(one)]));
  const repository = (name = repositories[0] ?? GIT_REPOSITORY) => {
    const found = all.get(name);
    if (!found) throw new Error(`There is no repository ${name}.`);
    return found;
  };
  const hosts = createGitHosts(hostsOptions);
  const pushedBy: string[] = [];
  const standIn = await startStandIn(
    "Git",
    (app) => {
      gitRoutes(app, { root, all, isPublic, token, readerToken, pusherToken, hosts, pushedBy });
      pullRequestRoutes(app, { requests, token, pusherToken, hosts });
      hostAccountRoutes(app, hosts);
      browserRoutes(app, all);
    },
    options,
  );
  return {
    ...standIn,
    hosts,
    pushedBy,
    repository,
    requests(name = repositories[0] ?? GIT_REPOSITORY) {
      const found = requests.get(name);
      if (!found) throw new Error(`There is no repository ${name}.`);
      return found;
    },
    countByMarker: (marker) => [...all.values()].reduce((sum, one) => sum + one.countByMarker(marker), 0),
    async close() {
      await standIn.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

interface ServedRepositories {
  root: string;
  all: Map<string, GitRepository>;
  isPublic: boolean;
  token: string;
  readerToken: string;
  pusherToken: string;
  hosts: GitHosts;
  pushedBy: string[];
}

function gitRoutes(app: FastifyInstance, served: ServedRepositories): void {
  const bytes = { parseAs: "buffer" as const, bodyLimit: 50 * 1024 * 1024 };
  app.addContentTypeParser("application/x-git-upload-pack-request", bytes, async (_: unknown, body: Buffer) => body);
  app.addContentTypeParser(
    "application/x-git-receive-pack-request",
    bytes,
    async (_: unknown, body: Buffer) => new PushBody(body),
  );
  const handle = (request: FastifyRequest, reply: FastifyReply) => answerGit(served, request, reply);
  app.get("/:owner/:name/info/refs", handle);
  app.post("/:owner/:name/git-upload-pack", handle);
  app.post("/:owner/:name/git-receive-pack", handle);
}

async function answerGit(served: ServedRepositories, request: FastifyRequest, reply: FastifyReply) {
  const [path = "", query = ""] = request.url.split("?");
  const { owner, name } = request.params as { owner: string; name: string };
  const basic = Buffer.from(String(request.headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
  const secret = basic.split(":").slice(1).join(":");
  const isWrite = request.url.includes("git-receive-pack");
  const person = findPerson(served.hosts, basic);
  const access = person?.accessTo(`${owner}/${name}`);
  if (access === "none") return reply.code(404).send("");
  const mayPush = secret === served.token || secret === served.pusherToken || access === "write";
  const isKnown = mayPush || secret === served.readerToken || access === "read";
  if (!isKnown && !(served.isPublic && !isWrite && secret === ""))
    return reply.code(401).header("www-authenticate", 'Basic realm="Git"').send("");
  if (isWrite && !mayPush) return reply.code(403).send("");
  const repository = served.all.get(`${owner}/${name}`);
  if (!repository) return reply.code(404).send("");
  const push = request.body instanceof PushBody ? request.body : null;
  const before = repository.head();
  const answer = await runGitHttpBackend({
    root: served.root,
    method: request.method,
    path,
    query,
    user: person?.login ?? (secret ? "lorekeep" : ""),
    contentType: request.headers["content-type"] ?? "",
    protocol: String(request.headers["git-protocol"] ?? ""),
    body: push?.bytes ?? (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)),
  });
  const after = repository.head();
  if (push) served.pushedBy.push(person?.login ?? "lorekeep");
  push?.isIn(() => repository.changedBetween(before, after));
  for (const [header, value] of answer.headers) reply.header(header, value);
  return reply.code(answer.status).send(answer.body);
}

/** Shows a file, or a page of a wiki, at GitHub's paths. */
function browserRoutes(app: FastifyInstance, all: Map<string, GitRepository>): void {
  const show = (text: string | null | undefined, reply: FastifyReply) => {
    if (typeof text !== "string") return reply.code(404).send("Not found");
    const body = text.replace(/^---\n[\s\S]*?\n---\n/, "");
    // HTML is not filtered, so that a test can see HTML that was not escaped.
    const html = micromark(body, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
    return reply.type("text/html").send(`<!doctype html><main>${html}</main>`);
  };
  app.get("/:owner/:name/blob/:branch/*", (request, reply) => {
    const { owner, name, "*": path } = request.params as Record<string, string>;
    return show(all.get(`${owner}/${name}.git`)?.read(path ?? ""), reply);
  });
  app.get("/:owner/:name/wiki/*", (request, reply) => {
    const { owner, name, "*": path } = request.params as Record<string, string>;
    return show(all.get(`${owner}/${name}.wiki.git`)?.read(`${path}.md`), reply);
  });
}
