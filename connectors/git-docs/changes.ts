import { randomBytes } from "node:crypto";
import { NotFound, Refused } from "../errors.ts";
import {
  type ChangeReview,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
  TitleTaken,
} from "../knowledge-target.ts";
import type { RepositoryAddress } from "./address.ts";
import { buildFileName, normalizeTitle } from "./file-name.ts";
import { findMarker, listSourceLinks, readPageFile, setOriginalPath, writePageFile } from "./page-file.ts";
import { buildPage, type RepositoryPage, toFolderPath, toRemotePage, toRemovedPath } from "./pages.ts";
import type { BranchHead } from "./repository.ts";
import { derivePageId } from "./requests/proposals.ts";
import { neutralizeMentions } from "./requests/request-text.ts";
import type { GitSession } from "./session.ts";

type FileChanges = Map<string, string | null>;

export async function publishPage(
  work: GitSession,
  { title, blocks, labels, containers = [] }: NewPage,
): Promise<RemotePage> {
  const { address } = work;
  const marker = findMarker(blocks);
  // A request is identified by its page's id, even if the process that opened it died before storing it.
  const id = work.isByRequest && marker ? derivePageId(marker) : randomBytes(10).toString("hex");
  const words = { id, title: normalizeTitle(title), blocks, labels, createdAt: new Date() };
  const name = buildFileName(words.title, address.isWiki);
  const written: RepositoryPage[] = [];
  const head = await work.commit(id, async (newest) => {
    const folder = containers.find((one) => isFolder(one, newest)) ?? null;
    const path = folder === null ? toFolderPath(address, name) : `${folder}/${name}`;
    if (isTaken(path, newest, (await work.page(newest, id))?.path))
      throw new TitleTaken("There is a file of this name in the repository.");
    const text = writePageFile({ ...words, folder });
    written.push(newPage(path, text, address));
    return { files: new Map([[path, text]]), ...messageOf(`Publish “${words.title}”`, "", blocks) };
  });
  const last = written.at(-1);
  if (!last) throw new Refused("The page could not be written.");
  return toRemotePage(last, head, address);
}

export async function updatePage(work: GitSession, id: string, update: PageUpdate): Promise<RemotePage> {
  const { address } = work;
  const written: RepositoryPage[] = [];
  const change = async (newest: BranchHead) => {
    const page = await work.page(newest, id);
    if (!page) throw new NotFound("The page is gone from the repository.");
    if (page.state === "trashed" || page.version !== update.expectedVersion)
      throw new PageChanged("Somebody edited the page in the repository.");
    const title = normalizeTitle(update.title);
    const path = title === page.title ? page.path : besides(page.path, buildFileName(title, address.isWiki));
    if (path !== page.path && isTaken(path, newest, page.path))
      throw new TitleTaken("There is a file of this name in the repository.");
    const { blocks, labels, droppedLabels, note } = update;
    const words = { id, title, blocks, labels, droppedLabels, createdAt: page.createdAt };
    const text = writePageFile(words, page.text);
    written.push(newPage(path, text, address));
    const files: FileChanges = new Map(path === page.path ? [] : [[page.path, null]]);
    if (text !== page.text || path !== page.path) files.set(path, text);
    const isNew = await work.isAskedFor(id);
    return { files, ...messageOf(`${isNew ? "Publish" : "Update"} “${title}”`, note, blocks) };
  };
  const head = await work.commit(id, change, { isErasure: update.erasesOldTitle === true });
  const last = written.at(-1);
  if (!last) throw new Refused("The page could not be written.");
  return toRemotePage(last, head, address);
}

/** Returns the review that the removal waits for. A page that exists only in a request is withdrawn. */
export async function archivePage(work: GitSession, id: string): Promise<ChangeReview | undefined> {
  const wasNew = (await work.proposals?.look(id))?.head.review?.isNew;
  if (await work.proposals?.withdrawNew(id)) return undefined;
  const { review } = await work.commit(id, async (newest) => {
    const page = await work.page(newest, id);
    if (page?.state !== "current") return null;
    const files: FileChanges = new Map([[page.path, null]]);
    files.set(toRemovedPath(work.address, page.id), setOriginalPath(page.text, page.path));
    return { files, ...messageOf(`Remove “${page.title}”`) };
  });
  if (!wasNew) return review;
  // Others committed to the branch, so it stays.
  await work.proposals?.close(id);
  return undefined;
}

/** Restores a deleted page; null when another file took its place. */
export async function restorePage(work: GitSession, id: string): Promise<RemotePage | null> {
  const { address } = work;
  const kept = await work.proposals?.keep(id);
  if (kept) return toRemotePage(kept.page, kept.head, address);
  const restored: (RepositoryPage | null)[] = [];
  const head = await work.commit(id, async (newest) => {
    const page = await work.page(newest, id);
    const path = page?.from ?? toFolderPath(address, buildFileName(page?.title ?? "", address.isWiki));
    if (page?.state !== "trashed" || isTaken(path, newest)) {
      restored.push(page?.state === "current" ? page : null);
      return null;
    }
    const text = setOriginalPath(page.text, null);
    restored.push(newPage(path, text, address));
    const files: FileChanges = new Map([[page.path, null]]);
    return { files: files.set(path, text), ...messageOf(`Restore “${page.title}”`) };
  });
  const last = restored.at(-1);
  return last ? toRemotePage(last, head, address) : null;
}

function messageOf(subject: string, note = "", blocks: Parameters<typeof listSourceLinks>[0] = []) {
  const sources = listSourceLinks(blocks);
  const body = [note.trim(), sources.length > 0 ? `Sources:\n${sources.map((url) => `- ${url}`).join("\n")}` : ""];
  return { subject: neutralizeMentions(subject), body: body.filter(Boolean).join("\n\n") };
}

/** Compares without case, like some file systems and wikis. */
function isTaken(path: string, { files }: BranchHead, except?: string): boolean {
  const wanted = path.toLowerCase();
  return [...files.keys()].some((one) => one !== except && one.toLowerCase() === wanted);
}

/** A folder that lost its last file does not exist in Git, and is not made again. */
const isFolder = (folder: string, { files }: BranchHead): boolean =>
  [...files.keys()].some((path) => path.startsWith(`${folder}/`));

const besides = (path: string, name: string) => path.slice(0, path.lastIndexOf("/") + 1) + name;
function newPage(path: string, text: string, address: RepositoryAddress): RepositoryPage {
  const file = readPageFile(text);
  if (!file) throw new Refused("The page could not be written.");
  return buildPage(file, { path, text, address });
}
