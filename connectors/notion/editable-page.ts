import * as z from "zod";
import type { MarkupCharacter } from "../markup-edit.ts";
import { HeadingPath } from "../wiki-pages.ts";
import type { EditObstacle } from "../wiki-repair.ts";
import type { NotionApi } from "./api.ts";
import type { RemoteBlock } from "./blocks.ts";
import { blockContentSchema, joinRunText, MAX_CALLS_PER_PAGE, MAX_PAGE_DEPTH } from "./wiki.ts";

const run = z.object({
  type: z.literal("text"),
  text: z.object({ content: z.string(), link: z.object({ url: z.string() }).nullish() }),
  annotations: z.looseObject({}).nullish(),
});
const editable = z.looseObject({ rich_text: z.array(run) });

/** A piece of text with one style, in the form in which the API returns and accepts it. */
export interface NotionRun {
  type: "text";
  text: { content: string; link: { url: string } | null };
  annotations: Record<string, unknown>;
}

const EDITABLE = new Set("paragraph bulleted_list_item numbered_list_item quote callout toggle to_do".split(" "));
const LOCKS: Record<string, EditObstacle> = { table: "table", code: "code", synced_block: "macro", template: "macro" };

/** A block that contains words. */
export interface EditableBlock {
  id: string;
  type: string;
  parentId: string;
  headings: string[];
  lock: EditObstacle | null;
  runs: NotionRun[];
  words: string;
  hasChildren: boolean;
}

export interface EditablePage {
  blocks: EditableBlock[];
  /** The last block under each heading, after which a paragraph can be added. */
  sections: { headings: string[]; parentId: string; after: string }[];
}

/** Reads a page's blocks with the data that edits need, in the order of the page's passages. */
export async function readEditable(api: NotionApi, pageId: string): Promise<EditablePage> {
  const page: EditablePage = { blocks: [], sections: [] };
  const path = new HeadingPath();
  let calls = 0;
  const below = async (parentId: string, depth: number, lock: EditObstacle | null): Promise<void> => {
    if (depth > MAX_PAGE_DEPTH || calls === MAX_CALLS_PER_PAGE) return;
    calls += 1;
    let section: EditablePage["sections"][number] | null = null;
    for await (const block of api.children(parentId)) {
      if (block.type === "child_page" || block.type === "child_database") continue;
      const read = readBlock(block, { parentId, headings: path.texts, lock: lock ?? LOCKS[block.type] ?? null });
      const level = /^heading_(\d)$/.exec(block.type)?.[1];
      if (level) {
        path.add(Number(level), read.words);
        section = lock ? null : { headings: path.texts, parentId, after: block.id };
        if (section) page.sections.push(section);
      } else {
        page.blocks.push(read);
        if (section && (block.type !== "paragraph" || read.words !== "")) section.after = block.id;
      }
      if (block.has_children) await below(block.id, depth + 1, read.lock === "formatting" ? lock : read.lock);
    }
  };
  await below(pageId, 1, null);
  return page;
}

type BlockSurroundings = Pick<EditableBlock, "parentId" | "headings" | "lock">;

function readBlock(block: RemoteBlock, around: BlockSurroundings): EditableBlock {
  const { id, type, has_children: hasChildren } = block;
  const { rich_text, cells } = blockContentSchema.safeParse(block[type]).data ?? {};
  const found = EDITABLE.has(type) ? editable.safeParse(block[type]).data : undefined;
  const words = cells ? cells.map(joinRunText).join(" ") : joinRunText(rich_text);
  const runs = (found?.rich_text ?? []).map(({ text, annotations }) => ({
    type: "text" as const,
    text: { content: text.content, link: text.link ?? null },
    annotations: annotations ?? {},
  }));
  return { ...around, id, type, hasChildren, words, runs, lock: around.lock ?? (found ? null : "formatting") };
}

/** Returns the characters of a block. Each text run is one piece. */
export function listCharacters(runs: NotionRun[]): MarkupCharacter[] {
  const characters: MarkupCharacter[] = [];
  let at = 0;
  for (const [piece, { text, annotations }] of runs.entries()) {
    const depth = text.link || Object.values(annotations).includes(true) ? 1 : 0;
    for (const unit of text.content.split("")) {
      const shown = /[\s\u00a0\u200b]/.test(unit) ? " " : unit;
      const last = characters.at(-1);
      if (shown !== " " || last?.text !== " ")
        characters.push({ text: shown, from: at, until: at + 1, piece, depth, isFixed: false });
      else if (last.piece === piece) last.until = at + 1;
      at += 1;
    }
  }
  return characters;
}
