import { ConnectorError, NotFound, Refused, Unreachable } from "../errors.ts";
import { PageChanged } from "../knowledge-target.ts";
import { findPassage, listChanges } from "../markup-edit.ts";
import {
  cleanWords,
  createChangedSinceError,
  createObstacleError,
  haveSameHeadings,
  type PageChange,
  type PageEdit,
  type PlannedRepair,
  type RepairedPage,
  type RepairRequest,
  type UnconfirmedRepair,
} from "../wiki-repair.ts";
import type { NotionApi } from "./api.ts";
import {
  type EditableBlock,
  type EditablePage,
  listCharacters,
  type NotionRun,
  readEditable,
} from "./editable-page.ts";
import { MAX_CONTENT_LENGTH, toTextRuns } from "./rich-text.ts";
import { isTrashed, type NotionPage } from "./shapes.ts";
import { deriveListVersion } from "./wiki.ts";

/** Types of list items. A new item is inserted after an item, and a new paragraph after any other block. */
const ITEMS = new Set(["bulleted_list_item", "numbered_list_item", "to_do"]);

/** An edit, and the call that makes it. */
interface PlannedEdit extends Omit<PlannedRepair, "version"> {
  write(): Promise<unknown>;
}

export async function planRepair(api: NotionApi, repair: RepairRequest): Promise<PlannedRepair> {
  const { version, edit, shown } = await plan(api, repair);
  return { version, edit, shown };
}

/** Makes the edit. `announced` gets the edit before the first call that changes something. */
export async function repairPage(
  api: NotionApi,
  repair: RepairRequest,
  announced: { plan: PlannedRepair | null },
): Promise<RepairedPage> {
  const { version, edit, shown, write } = await plan(api, repair);
  announced.plan = { version, edit, shown };
  await write();
  await leaveNote(api, repair);
  try {
    return repaired(await current(api, repair));
  } catch (cause) {
    if (!(cause instanceof ConnectorError) && !(cause instanceof PageChanged)) throw cause;
    throw new Unreachable("Notion took the change and then failed.", { cause, mayHaveHappened: true });
  }
}

/**
 * Names the person in a comment on the page, because Notion's versions have no notes. Made once at most: the correction stays where the
 * integration may not comment, or Notion fails.
 */
async function leaveNote(api: NotionApi, { externalId, note }: RepairRequest): Promise<void> {
  await api.addComment(externalId, toTextRuns(note)).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
  });
}

/** Compares the page with the edit's result. Notion stores no notes of changes, so an equal edit by a person counts as ours. */
export async function findRepair(
  api: NotionApi,
  { externalId, planned: { edit } }: UnconfirmedRepair,
): Promise<RepairedPage | null> {
  const page = await api.readPage(externalId);
  if (!page || isTrashed(page)) return null;
  const { blocks } = await readEditable(api, externalId);
  const isDone =
    edit.before !== "" && edit.after !== ""
      ? blocks.some((block) => block.id === edit.block && wordsAsStored(block.runs) === edit.after)
      : blocks.some((block) => blockAsStored(block) === (edit.after || edit.before)) === (edit.after !== "");
  return isDone ? repaired(page) : null;
}

const repaired = (page: NotionPage): RepairedPage => ({ version: deriveListVersion(page), url: page.url });

async function current(api: NotionApi, { externalId }: Pick<RepairRequest, "externalId">): Promise<NotionPage> {
  const page = await api.readPage(externalId);
  if (!page || isTrashed(page)) throw new NotFound("The page is gone from Notion.");
  return page;
}

/** Reads the page. Throws `PageChanged` if the page has another version. */
export async function readExpectedPage(
  api: NotionApi,
  { externalId, expectedVersion }: Pick<RepairRequest, "externalId" | "expectedVersion">,
): Promise<NotionPage> {
  const page = await current(api, { externalId });
  const isSame = deriveListVersion(page).replace("~", "") === expectedVersion?.replace("~", "");
  if (!isSame && expectedVersion !== null) throw new PageChanged("Somebody edited the page in Notion.");
  return page;
}

/**
 * Plans an edit. Notion's times are whole minutes, and its calls accept no condition. Blocks are therefore read
 * directly before the change, and only one block is written, so that an edit elsewhere on the page cannot be lost.
 */
async function plan(api: NotionApi, repair: RepairRequest): Promise<PlannedEdit & PlannedRepair> {
  const version = deriveListVersion(await readExpectedPage(api, repair));
  const page = await readEditable(api, repair.externalId);
  const { change } = repair;
  if (change.kind === "undo") return { version, ...(await planUndo(api, page, change.edit)) };
  return { version, ...(await (change.kind === "add" ? planAdd(api, page, change) : planReplace(api, page, change))) };
}

const wordsAsStored = (runs: NotionRun[]) => JSON.stringify(runs);
const blockAsStored = ({ type, runs, hasChildren }: EditableBlock) =>
  hasChildren ? "" : JSON.stringify({ type, words: runs.map(({ text }) => text.content).join("") });
const shownOf = ({ runs, words, lock }: EditableBlock) =>
  lock
    ? words
    : listCharacters(runs)
        .map(({ text }) => text)
        .join("");

async function planReplace(
  api: NotionApi,
  { blocks }: EditablePage,
  { at: place, text }: Extract<PageChange, { kind: "replace" }>,
): Promise<PlannedEdit> {
  const { run: block, at, sentence } = findPassage(blocks, place, shownOf);
  const words = cleanWords(text);
  if (words === sentence) throw new Refused("The page says this already.");
  const runs = structuredClone(block.runs);
  const starts = runs.map((_, index) =>
    block.runs.slice(0, index).reduce((sum, { text: one }) => sum + one.content.length, 0),
  );
  for (const one of listChanges({ characters: listCharacters(block.runs) }, at, sentence, words).reverse()) {
    const [changed, start = 0] = [runs[one.piece], starts[one.piece]];
    if (!changed) continue;
    const { content } = changed.text;
    changed.text.content = content.slice(0, one.from - start) + one.text + content.slice(one.until - start);
  }
  const written = runs.filter(({ text: { content } }) => content !== "");
  if (written.some(({ text: { content } }) => content.length > MAX_CONTENT_LENGTH))
    throw createObstacleError("formatting");
  await expectNoComments(api, block);
  const shown = shownOf(block);
  return {
    edit: { block: block.id, before: wordsAsStored(block.runs), after: wordsAsStored(written) },
    shown: { before: shown.trim(), after: (shown.slice(0, at) + words + shown.slice(at + sentence.length)).trim() },
    write: () => rewrite(api, block, written),
  };
}

/** Sends only the text, so that the block keeps its color, icon and check mark. */
const rewrite = (api: NotionApi, { id, type }: EditableBlock, runs: NotionRun[]) =>
  api.rewriteBlock(id, { type, [type]: { rich_text: runs } });

async function planAdd(
  api: NotionApi,
  page: EditablePage,
  { at: place, text }: Extract<PageChange, { kind: "add" }>,
): Promise<PlannedEdit> {
  const words = cleanWords(text);
  const { type, parentId, after } = "text" in place ? afterBlock(page, place) : sectionEnd(page, place.headings);
  const block = { type, [type]: { rich_text: [{ type: "text", text: { content: words } }] } };
  return {
    edit: { block: after, before: "", after: JSON.stringify({ type, words }) },
    shown: { before: "", after: words },
    write: () => api.appendChildren(parentId, [block], { after }),
  };
}

function afterBlock({ blocks }: EditablePage, place: Parameters<typeof findPassage>[1]) {
  const { run } = findPassage(blocks, place, shownOf);
  return { type: ITEMS.has(run.type) ? run.type : "paragraph", parentId: run.parentId, after: run.id };
}

function sectionEnd({ sections }: EditablePage, headings: string[]) {
  const [found, another] = sections.filter((section) => haveSameHeadings(section.headings, headings));
  if (!found || another) throw new Refused("The page does not have this heading exactly once.");
  return { type: "paragraph", parentId: found.parentId, after: found.after };
}

async function planUndo(api: NotionApi, { blocks }: EditablePage, edit: PageEdit): Promise<PlannedEdit> {
  const isAdded = edit.before === "";
  const found = blocks.filter((block) =>
    isAdded ? blockAsStored(block) === edit.after : block.id === edit.block && wordsAsStored(block.runs) === edit.after,
  );
  const [block, another] = found;
  if (!block || another) throw createChangedSinceError();
  await expectNoComments(api, block);
  const before: NotionRun[] = isAdded ? [] : JSON.parse(edit.before);
  return {
    edit: { ...edit, before: edit.after, after: edit.before },
    shown: {
      before: shownOf(block).trim(),
      after: before
        .map(({ text }) => text.content)
        .join("")
        .trim(),
    },
    write: () => (isAdded ? api.deleteBlock(block.id) : rewrite(api, block, before)),
  };
}

/**
 * Throws if the block has discussions. Rewriting the text removes discussions about words in it, and Notion does not
 * show which discussions those are.
 */
async function expectNoComments(api: NotionApi, { id }: EditableBlock): Promise<void> {
  const discussions = await api.discussionsOn(id);
  if (discussions === null)
    throw new Refused(
      "The connection may not read comments in Notion, so it may not change a page that could have some.",
    );
  if (discussions.length > 0) throw createObstacleError("comments");
}
