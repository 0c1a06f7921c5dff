import { createHash } from "node:crypto";
import { NotFound, Refused } from "../errors.ts";
import { PageChanged } from "../knowledge-target.ts";
import { containsEdit, editMarkup } from "../markup-edit.ts";
import type {
  BeforeRepair,
  PlannedRepair,
  RepairedPage,
  RepairRequest,
  RepairReview,
  UnconfirmedRepair,
} from "../wiki-repair.ts";
import { parseFileTitle } from "./file-name.ts";
import { MARKDOWN_FORMAT } from "./markdown-format.ts";
import type { PageBranchHead } from "./pages.ts";
import type { BranchHead } from "./repository.ts";
import { derivePageId, toBranch } from "./requests/proposals.ts";
import { neutralizeMentions } from "./requests/request-text.ts";
import type { GitSession } from "./session.ts";

export async function planRepair(work: GitSession, repair: RepairRequest): Promise<PlannedRepair> {
  const { version, edit, shown } = await plan(work, await work.newest(), repair);
  return { version, edit, shown };
}

/** Commits the edit to the newest state, or opens a request with a branch for this repair alone. */
export async function repairPage(
  work: GitSession,
  repair: RepairRequest,
  before?: BeforeRepair,
): Promise<RepairedPage> {
  const { externalId: path, key, note } = repair;
  const asked = work.proposals && (await findRequest(work, repair));
  if (asked) return asked;
  const words = {
    subject: neutralizeMentions(`Correct “${parseFileTitle(path)}”`),
    body: neutralizeMentions(note),
    author: work.author,
  };
  const id = derivePageId(key);
  const head = await work.commit(id, async (newest) => {
    // An earlier attempt pushed the edit to this repair's own branch, and ended before its request was open.
    if (newest.branch === toBranch(id)) return { files: new Map(), ...words };
    const { source, version, edit, shown } = await plan(work, newest, repair);
    await before?.({ version, edit, shown });
    return { files: new Map([[path, source]]), ...words };
  });
  return repaired(work, head, path);
}

/** Finds the edit in the newest state or in an open request. */
export async function findRepair(work: GitSession, repair: UnconfirmedRepair): Promise<RepairedPage | null> {
  if (work.proposals) return findRequest(work, repair);
  const head = await work.newest();
  const version = head.files.get(repair.externalId);
  if (version === undefined || version === repair.planned.version) return null;
  return containsEdit(MARKDOWN_FORMAT, await work.textAt(head, repair.externalId), repair.planned.edit)
    ? repaired(work, head, repair.externalId)
    : null;
}

export const findReview = async (work: GitSession, key: string): Promise<RepairReview | null> =>
  (await work.proposals?.review(derivePageId(key))) ?? null;

/** The request may be merged or closed already. A branch without one does not count: the next attempt opens the request. */
async function findRequest(work: GitSession, { key, externalId }: Pick<UnconfirmedRepair, "key" | "externalId">) {
  const review = await findReview(work, key);
  if (!review) return null;
  const { files } = await work.newest();
  return { version: files.get(externalId) ?? "", url: review.url, isInReview: true as const };
}

async function plan(work: GitSession, head: BranchHead, { externalId: path, expectedVersion, change }: RepairRequest) {
  const version = head.files.get(path);
  if (version === undefined) throw new NotFound("The page is gone from the repository.");
  if (expectedVersion !== null && version !== expectedVersion)
    throw new PageChanged("Somebody edited the page in the repository.");
  const source = await work.textAt(head, path);
  if (blobId(source) !== version)
    throw new Refused("The file is too long to be changed here, or not written in UTF-8.");
  return { version, ...editMarkup(MARKDOWN_FORMAT, source, change) };
}

/** Computes Git's id of a file with this text. A different id shows that bytes were lost in reading. */
const blobId = (text: string) =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0`)
    .update(text)
    .digest("hex");

function repaired({ address }: GitSession, head: PageBranchHead, path: string): RepairedPage {
  const { branch, files, review } = head;
  const version = files.get(path) ?? "";
  if (review?.state === "open") return { version, url: review.url, isInReview: true };
  return { version, url: review?.url ?? address.pageUrl(branch, path) };
}
