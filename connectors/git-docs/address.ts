import { Refused } from "../errors.ts";
import type { GitDocsConfig } from "./manifest.ts";

/** A repository at the entered address, and the addresses of its pages in the browser. */
export interface RepositoryAddress {
  /** The clone address without a user: 'https://github.com/acme/handbook.wiki.git'. */
  url: string;
  host: string;
  /** Owner and repository, such as 'acme/handbook'. */
  name: string;
  isWiki: boolean;
  /** '' for the root; otherwise without leading and trailing slashes. */
  folder: string;
  pageUrl(branch: string, path: string): string;
}

export function readAddress({ baseUrl, spaceId }: Pick<GitDocsConfig, "baseUrl" | "spaceId">): RepositoryAddress {
  const trimmed = baseUrl.trim();
  if (!URL.canParse(trimmed)) throw new Refused("The repository URL is not an address.");
  const given = new URL(trimmed);
  if (given.username || given.password)
    throw new Refused("The repository URL holds a user or a token. Enter it without, and the token in its own field.");
  const path = asGitPath(given.pathname);
  const isWiki = path.endsWith(".wiki.git");
  const name = path.slice(1).replace(/(\.wiki)?\.git$/, "");
  if (!name) throw new Refused("The repository URL names no repository.");
  return {
    url: given.origin + path,
    host: given.host,
    name,
    isWiki,
    folder: folderOf(spaceId),
    pageUrl: (branch, file) => pageUrl(`${given.origin}/${name}`, given.hostname, isWiki, branch, file),
  };
}

/** Converts a browser address of a wiki: '/acme/handbook/wiki', or GitLab's '/acme/handbook/-/wikis/home'. */
function asGitPath(pathname: string): string {
  const path = pathname.replace(/\/+$/, "");
  const wiki = /^(\/.+?)(?:\/wiki|\/-\/wikis)(?:\/[^/]+)?$/.exec(path)?.[1];
  if (wiki && !path.endsWith(".git")) return `${wiki}.wiki.git`;
  return path.endsWith(".git") ? path : `${path}.git`;
}

function folderOf(spaceId: string): string {
  const parts = spaceId.trim().split("/").filter(Boolean);
  if (parts.some((part) => part === ".." || part === "." || part.toLowerCase() === ".git"))
    throw new Refused("The folder must be a path inside the repository, such as docs/knowledge, or / for its top.");
  return parts.join("/");
}

/** Recognizes self-hosted servers by name. GitHub's form of address also works on GitLab. */
function pageUrl(base: string, host: string, isWiki: boolean, branch: string, file: string): string {
  const encoded = file.split("/").map(encodeURIComponent).join("/");
  const isGitLab = /gitlab/i.test(host);
  if (isWiki) return `${base}/${isGitLab ? "-/wikis" : "wiki"}/${encoded.replace(/\.md$/i, "")}`;
  const on = branch.split("/").map(encodeURIComponent).join("/");
  if (/bitbucket/i.test(host)) return `${base}/src/${on}/${encoded}`;
  if (/gitea|forgejo|codeberg/i.test(host)) return `${base}/src/branch/${on}/${encoded}`;
  return `${base}/${isGitLab ? "-/blob" : "blob"}/${on}/${encoded}`;
}
