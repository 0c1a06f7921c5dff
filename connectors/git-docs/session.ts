import { createHash } from "node:crypto";
import type { BeforeSending, RemotePage } from "../knowledge-target.ts";
import { isGrantHandle } from "../oauth.ts";
import { oneLine } from "../wiki-pages.ts";
import { readAddress } from "./address.ts";
import { createGitHttp, type GitTransport } from "./git-http.ts";
import type { GitDocsConfig } from "./manifest.ts";
import { buildDeclinedPage, listPages, type PageBranchHead, toFolderPath, toRemotePage } from "./pages.ts";
import { type BranchHead, type CommitAuthor, type CommitChange, GitRepository } from "./repository.ts";
import { openHost } from "./requests/open-host.ts";
import { PageProposals } from "./requests/proposals.ts";

/** The maximum size of the newest state in memory. */
const MAX_REPOSITORY_BYTES = 24 * 1024 * 1024;
/** The maximum size of all cached repositories. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;
const MAX_KEPT = 20;

export type GitSession = ReturnType<typeof openGitSession>;

/** One operation on the configured repository. */
export function openGitSession(
  transport: GitTransport,
  kept: Map<string, GitRepository>,
  config: GitDocsConfig,
  signal?: AbortSignal,
  before?: BeforeSending,
) {
  const address = readAddress(config);
  const http = createGitHttp(transport, config.apiKey, signal, before);
  const headers = { authorization: buildAuthorization(config) };
  const repository = keptRepository(kept, `${address.url} ${headers.authorization}`, address.url);
  const newest = () => repository.newest(http, headers);
  const page = async (head: BranchHead, id: string) =>
    (await listPages(repository, head, address)).find((one) => one.id === id) ?? null;
  const host = config.delivery === "request" ? openHost(transport, config, address, { signal, before }) : null;
  const proposals = host && new PageProposals({ repository, http, headers, address, host });
  return {
    address,
    newest,
    page,
    author: readAuthor(config),
    isByRequest: proposals !== null,
    proposals,
    word: host?.word,
    /** Throws the missing permission; does nothing where no requests are used. */
    async proveRequests(base: string): Promise<void> {
      await host?.proveOpening(base);
      await host?.newest(base);
    },
    /** True when the page has no file on the default branch yet. */
    isAskedFor: async (id: string) => proposals !== null && (await proposals.isNew(id)),
    textAt: (head: BranchHead, path: string) => repository.text(head.files.get(path) ?? ""),
    ownPages: async (head: BranchHead) =>
      (await listPages(repository, head, address)).filter(
        ({ path, state, folder }) =>
          state === "current" && (folder !== null || path.startsWith(toFolderPath(address, ""))),
      ),
    commit: (
      id: string,
      change: (head: BranchHead) => Promise<CommitChange | null>,
      options: { isErasure?: boolean } = {},
    ): Promise<PageBranchHead> =>
      proposals ? proposals.commit(id, change, options) : repository.commit(http, headers, change),
    /** Looks for a page twice, because a server's replicas may lag behind each other; null when both attempts fail. */
    async look(id: string): Promise<RemotePage | null> {
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const asked = await proposals?.look(id);
        if (asked?.page) return toRemotePage(asked.page, asked.head, address);
        if (asked?.head.review?.state === "closed") return buildDeclinedPage(id, asked.head.review);
        if (asked) continue;
        const head = await newest();
        const found = await page(head, id);
        if (found) return toRemotePage(found, head, address);
      }
      return null;
    },
  };
}

function keptRepository(kept: Map<string, GitRepository>, secretKey: string, url: string): GitRepository {
  const key = createHash("sha256").update(secretKey).digest("hex");
  const known = kept.get(key);
  kept.delete(key);
  // A repository that has grown by many commits is fetched again.
  const repository =
    known && known.bytes < MAX_REPOSITORY_BYTES / 2 ? known : new GitRepository(url, MAX_REPOSITORY_BYTES);
  kept.set(key, repository);
  for (const [oldest] of kept) {
    const bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0);
    if (kept.size <= MAX_KEPT && (bytes <= MAX_KEPT_BYTES || kept.size === 1)) break;
    kept.delete(oldest);
  }
  return repository;
}

const LONGEST_AUTHOR = 200;
const asAuthor = (text = "") => oneLine(text.replace(/[<>\p{Cc}]+/gu, " ")).slice(0, LONGEST_AUTHOR);

/** The author for a commit's header, in which these characters have a meaning; undefined for Lorekeep. */
function readAuthor({ authorName, authorEmail }: GitDocsConfig): CommitAuthor | undefined {
  const [name, email] = [asAuthor(authorName), asAuthor(authorEmail)];
  return name && email ? { name, email } : undefined;
}

export const parseUserName = ({ apiKey }: GitDocsConfig) => /^([^:]+):./.exec(apiKey.trim())?.[1] ?? null;

/**
 * GitHub, GitLab and Gitea accept any user name with a token. Only with a token by OAuth, older GitLab servers ask for the name that
 * GitLab recommends: https://docs.gitlab.com/api/oauth2/#access-git-over-https-with-access-token
 */
export function buildAuthorization(config: GitDocsConfig): string {
  const token = config.apiKey.trim();
  const user = isGrantHandle(token) && config.host === "gitlab" ? "oauth2" : "x-access-token";
  const pair = parseUserName(config) ? token : `${user}:${token}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}
