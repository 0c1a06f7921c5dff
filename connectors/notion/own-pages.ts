import * as z from "zod";
import { NotFound } from "../errors.ts";
import { ANY_MARKER, type FoundPage } from "../knowledge-target.ts";
import type { NotionApi } from "./api.ts";
import type { RemoteBlock } from "./blocks.ts";
import { listContainers } from "./choice.ts";
import type { NotionConfig } from "./manifest.ts";
import { parseParentPageId } from "./page-id.ts";
import type { PageBlockCaches } from "./read-blocks.ts";
import { isTrashed } from "./shapes.ts";
import { getParent, readWhole } from "./whole-page.ts";

/**
 * The largest difference between our clock and Notion's clock, plus a minute, because Notion's times are whole minutes.
 */
const CLOCK_SKEW_MS = 6 * 60 * 1000;

interface WantedPages {
  createdAfter: Date;
  known?: ReadonlySet<string> | undefined;
  /** Pages under which people may have moved Lorekeep's pages. */
  parents?: readonly string[] | undefined;
  /** The containers of people's pages, where Lorekeep may have put its own. */
  containers?: ReadonlySet<string> | undefined;
}

/** A child page that this integration created and that is not in `known`, with its marker. */
interface OwnPage {
  id: string;
  createdTime: string;
  marker: string;
}

/**
 * Yields child pages that this integration created after the given time and that are not known, and the child pages of
 * those. Each page costs one call.
 */
async function* ownPages(
  api: NotionApi,
  self: string,
  blocks: AsyncIterable<RemoteBlock> | readonly RemoteBlock[],
  wanted: WantedPages,
): AsyncGenerator<OwnPage> {
  const since = wanted.createdAfter.getTime() - CLOCK_SKEW_MS;
  for await (const block of blocks) {
    if (block.type !== "child_page" || wanted.known?.has(block.id)) continue;
    if (creatorOf(block) !== self || Date.parse(block.created_time) < since) continue;
    // Somebody may have withdrawn access to the page, or deleted it, after it was listed.
    const { marker, pages } = await lookInto(api, block.id).catch(nothingIfGone);
    if (marker) yield { id: block.id, createdTime: block.created_time, marker };
    yield* ownPages(api, self, pages, wanted);
  }
}

/**
 * Yields pages of this integration in containers of people's pages. The search lists pages wherever they are. It may lag behind, but a
 * page is moved some time after its creation.
 */
async function* movedPages(api: NotionApi, self: string, wanted: WantedPages): AsyncGenerator<OwnPage> {
  const { containers, known } = wanted;
  if (!containers || containers.size === 0) return;
  const since = wanted.createdAfter.getTime() - CLOCK_SKEW_MS;
  let cursor: string | null = null;
  do {
    const list: Awaited<ReturnType<NotionApi["editedPages"]>> = await api.editedPages(cursor, true);
    for (const page of list.results) {
      if (Date.parse(page.last_edited_time) < since) return;
      const isThere = listContainers(page).some((id) => containers.has(id));
      const isOurs = page.created_by?.id === self && Date.parse(page.created_time) >= since;
      if (!isThere || !isOurs || known?.has(page.id) || isTrashed(page)) continue;
      const { marker } = await lookInto(api, page.id).catch(nothingIfGone);
      if (marker) yield { id: page.id, createdTime: page.created_time, marker };
    }
    cursor = list.next;
  } while (cursor !== null);
}

/** Returns the pages by this integration with a wanted marker, oldest first. */
export async function listOwnPages(
  api: NotionApi,
  config: NotionConfig,
  wanted: WantedPages,
  { memories, isWanted }: { memories: PageBlockCaches; isWanted: (marker: string) => boolean },
): Promise<FoundPage[]> {
  const { id: self } = await api.me();
  const found = new Map<string, { createdTime: string; page: FoundPage }>();
  const keepWanted = async (own: AsyncGenerator<OwnPage>) => {
    for await (const { id, createdTime, marker } of own) {
      const page = isWanted(marker) && !found.has(id) ? await api.readPage(id) : null;
      if (!page) continue;
      const whole = await readWhole(api, page, memories.of(config.apiKey, page.id));
      const isUntouched =
        page.last_edited_by?.id === self && whole.blocks.every(({ native }) => editorOf(native) === self);
      found.set(id, { createdTime, page: { ...whole, marker, isUntouched } });
    }
  };
  const lookBelow = (parentId: string) => keepWanted(ownPages(api, self, api.children(parentId), wanted));
  try {
    await lookBelow(parseParentPageId(config));
  } catch (error) {
    if (error instanceof NotFound) await getParent(api, config);
    throw error;
  }
  for (const parent of wanted.parents ?? [])
    await lookBelow(parent).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error;
    });
  await keepWanted(movedPages(api, self, wanted));
  return [...found.values()]
    .sort((one, other) => one.createdTime.localeCompare(other.createdTime))
    .map(({ page }) => page);
}

interface ParentContent {
  marker: string | null;
  pages: RemoteBlock[];
}

function nothingIfGone(error: unknown): ParentContent {
  if (error instanceof NotFound) return { marker: null, pages: [] };
  throw error;
}

async function lookInto(api: NotionApi, pageId: string): Promise<ParentContent> {
  let marker: string | null = null;
  const pages: RemoteBlock[] = [];
  for await (const block of api.children(pageId)) {
    if (block.type === "child_page") pages.push(block);
    else marker ??= JSON.stringify(block).match(ANY_MARKER)?.[0] ?? null;
  }
  return { marker, pages };
}

const userId = z.looseObject({ id: z.string() });
const creatorOf = (block: RemoteBlock) => userId.safeParse(block.created_by).data?.id;
const editorOf = (block: unknown) => userId.safeParse((block as RemoteBlock).last_edited_by).data?.id;
