import { Refused } from "../../errors.ts";
import type { BeforeSending } from "../../knowledge-target.ts";
import { isGrantHandle } from "../../oauth.ts";
import type { RepositoryAddress } from "../address.ts";
import type { GitTransport } from "../git-http.ts";
import type { GitDocsConfig } from "../manifest.ts";
import { openGitea } from "./gitea.ts";
import { buildApiAddress, GITHUB_HEADERS, openGithub } from "./github.ts";
import { openGitlab } from "./gitlab.ts";
import { type CallContext } from "./request-calls.ts";
import { type ChangeRequestHost, type HostKind, recognizeHost } from "./request-host.ts";

const NAMES: Record<HostKind, string> = { github: "GitHub", gitlab: "GitLab", gitea: "Gitea" };
const SCOPES: Record<HostKind, string> = {
  github: "Pull requests: Read and write",
  gitlab: "scope api, role Developer",
  gitea: "repository: Read and Write",
};
const OPENERS = { github: openGithub, gitlab: openGitlab, gitea: openGitea };

/** The host's API for requests, used with the pushing token. Throws `Refused` for a host without requests. */
export function openHost(
  transport: GitTransport,
  config: GitDocsConfig,
  address: RepositoryAddress,
  { signal, before }: { signal: AbortSignal | undefined; before: BeforeSending | undefined },
): ChangeRequestHost {
  const kind = hostKind(config, address);
  const token = config.apiKey.trim().replace(/^[^:]+:(?=.)/, "");
  const { origin } = new URL(address.url);
  const apis = { github: buildApiAddress(address), gitlab: `${origin}/api/v4`, gitea: `${origin}/api/v1` };
  const headers: Record<HostKind, Record<string, string>> = {
    github: { ...GITHUB_HEADERS, authorization: `Bearer ${token}` },
    // https://docs.gitlab.com/api/rest/authentication/: only OAuth tokens need the other header.
    gitlab: isGrantHandle(token) ? { authorization: `Bearer ${token}` } : { "private-token": token },
    gitea: { authorization: `token ${token}` },
  };
  const context: CallContext = {
    transport,
    name: NAMES[kind],
    api: apis[kind],
    headers: headers[kind],
    scope: SCOPES[kind],
    word: kind === "gitlab" ? "merge request" : "pull request",
    signal,
    before,
  };
  return OPENERS[kind](context, address);
}

function hostKind({ host }: GitDocsConfig, address: RepositoryAddress): HostKind {
  if (address.isWiki) throw new Refused("A wiki takes no pull requests. Choose Commit to the branch.");
  const kind = host || recognizeHost(address);
  if (kind === "github" || kind === "gitlab" || kind === "gitea") return kind;
  throw new Refused("The address does not say which kind of server this is. Choose it under Kind of server.");
}
