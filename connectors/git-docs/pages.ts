import { createHash } from "node:crypto";
import { buildFoundPage } from "../found-page.ts";
import type { ChangeReview, FoundPage, RemotePage } from "../knowledge-target.ts";
import type { RepositoryAddress } from "./address.ts";
import { buildFileName, parseFileTitle, parseFolder } from "./file-name.ts";
import { type PageFile, readPageFile, splitPageFile } from "./page-file.ts";
import type { BranchHead, GitRepository } from "./repository.ts";

/** A file of the repository that is a page of ours. */
export interface RepositoryPage extends PageFile {
  path: string;
  title: string;
  version: string;
  text: string;
  state: RemotePage["state"];
}

/** The branch that was read, and the review of its change, if any. */
export interface PageBranchHead extends BranchHead {
  review?: ChangeReview;
  isUnfinished?: true;
}

export const REMOVED_FOLDER = ".lorekeep/removed";

export const toFolderPath = ({ folder }: RepositoryAddress, name: string) => (folder ? `${folder}/${name}` : name);

/** The path of an archived page, outside of a wiki's pages and a site's documents. */
export const toRemovedPath = (address: RepositoryAddress, id: string) =>
  toFolderPath(address, `${REMOVED_FOLDER}/${id}.md.txt`);

/** Every page of ours in the repository, wherever people moved it, without people's copies. */
export async function listPages(
  repository: GitRepository,
  head: BranchHead,
  address: RepositoryAddress,
): Promise<RepositoryPage[]> {
  const pages: RepositoryPage[] = [];
  for (const path of head.files.keys()) {
    if (!/\.md$/i.test(path) && !isRemoved(path)) continue;
    const text = await repository.ownText(path, head);
    const file = text === null ? null : readPageFile(text);
    if (text !== null && file) pages.push(buildPage(file, { path, text, address }));
  }
  const best = new Map<string, RepositoryPage>();
  for (const page of pages.sort((one, other) => rank(one, address) - rank(other, address)))
    if (!best.has(page.id)) best.set(page.id, page);
  return [...best.values()].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export function buildPage(
  file: PageFile,
  place: { path: string; text: string; address: RepositoryAddress },
): RepositoryPage {
  const { path, text, address } = place;
  const state = isRemoved(path) ? "trashed" : "current";
  const title = titleOf(file, path, address);
  return { ...file, path, text, title, version: versionOf(path, text), state };
}

type PageBranch = Pick<PageBranchHead, "branch" | "review" | "isUnfinished">;

export function toRemotePage(page: RepositoryPage, head: PageBranch, address: RepositoryAddress): RemotePage {
  const { id, title, version, state, path } = page;
  const { branch, review, isUnfinished } = head;
  return {
    externalId: id,
    url: review?.isNew ? review.url : address.pageUrl(branch, path),
    title,
    version,
    blocks: splitPageFile(page),
    state,
    ...(review && { review }),
    ...(review?.state === "closed" && { isUntouched: page.isUntouched }),
    ...(isUnfinished && { isUnfinished }),
  };
}

/** Reviewers refused the page before it existed. */
export const buildDeclinedPage = (externalId: string, review: ChangeReview): RemotePage => ({
  externalId,
  url: review.url,
  title: "",
  version: "",
  blocks: [],
  state: "declined",
  review,
});

export function toFoundPage(
  page: RepositoryPage,
  marker: string,
  head: PageBranchHead,
  address: RepositoryAddress,
): Promise<FoundPage> {
  const isUntouched = page.isUntouched && fits(page.path, page.title, address);
  const build = (one: RepositoryPage) => ({ ...toRemotePage(one, head, address), marker, isUntouched });
  return buildFoundPage(page, { ...page, body: "" }, build);
}

const isRemoved = (path: string) => path.includes(`${REMOVED_FOLDER}/`) && path.endsWith(".md.txt");

/** Ranks a page before its copies: first the one in the folder and under the name that we gave it. */
function rank(page: RepositoryPage, address: RepositoryAddress): number {
  const isElsewhere = parseFolder(page.path) !== (page.folder ?? address.folder);
  const isNamedOtherwise = !fits(page.path, page.title, address);
  return (page.state === "trashed" ? 4 : 0) + (isElsewhere ? 2 : 0) + (isNamedOtherwise ? 1 : 0);
}

/** Returns the title of a page file. In a wiki, renaming the file renames the page. */
function titleOf({ title, from }: PageFile, path: string, address: RepositoryAddress): string {
  const named = from ?? path;
  if (title && (!address.isWiki || fits(named, title, address))) return title;
  return parseFileTitle(named);
}

function fits(path: string, title: string, { isWiki }: RepositoryAddress): boolean {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase() === buildFileName(title, isWiki).toLowerCase();
}

const versionOf = (path: string, text: string) =>
  createHash("sha256").update(`${path}\n${text}`).digest("hex").slice(0, 40);
