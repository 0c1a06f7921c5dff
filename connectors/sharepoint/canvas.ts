import { joinHtml, splitHtml } from "../html-blocks.ts";
import { readHtmlText } from "../html-text.ts";
import { ARTICLE_MARKER, type PageBlock, type PageText } from "../knowledge-target.ts";
import type { PageCanvas, WebPart } from "./shapes.ts";

/*
 * A SharePoint page is a canvas of sections, columns and web parts. The article is in the text web parts of one column.
 * Other columns and sections belong to people and stay unchanged.
 * https://learn.microsoft.com/graph/api/resources/canvaslayout
 */

/** A block inside a text web part, or a whole web part of another type. */
type CanvasBlock = { html: unknown; part: string | null } | { webPart: WebPart };

const TEXT_PART = "#microsoft.graph.textWebPart";

/** Marks rendered blocks as blocks of the article's web part, which may not exist yet. */
export const markAsArticleParts = (blocks: PageBlock[]): PageBlock[] =>
  blocks.map((block) => ({ ...block, native: { html: block.native, part: null } satisfies CanvasBlock }));

export function splitCanvas(canvas: PageCanvas): PageBlock[] {
  return partsOf(canvas).flatMap((webPart): PageBlock[] => {
    if (typeof webPart.innerHtml !== "string")
      return [{ key: keyOf(webPart), native: { webPart } satisfies CanvasBlock }];
    const part = webPart.id ?? null;
    return splitHtml(webPart.innerHtml).map((block) => ({
      ...block,
      native: { html: block.native, part } satisfies CanvasBlock,
    }));
  });
}

export function readBlockText(block: PageBlock): PageText[] | null {
  const native = block.native as CanvasBlock;
  return "webPart" in native ? null : readHtmlText({ ...block, native: native.html });
}

/** Puts the blocks into the article's column. Creates a canvas if the page has none. */
export function replaceArticleBlocks(canvas: PageCanvas | null, blocks: PageBlock[]): PageCanvas {
  const webparts = webPartsFor(blocks, canvas && ownPart(canvas));
  const at = canvas && placeIn(canvas);
  if (!canvas || !at) {
    const column = { id: "1", width: 12, webparts };
    return { horizontalSections: [{ id: "1", layout: "oneColumn", emphasis: "none", columns: [column] }] };
  }
  const horizontalSections = (canvas.horizontalSections ?? []).map((section, index) => {
    if (index !== at.section) return section;
    const columns = section.columns?.map((column, of) => (of === at.column ? { ...column, webparts } : column)) ?? [];
    return { ...section, columns };
  });
  return { ...canvas, horizontalSections };
}

/** Joins blocks of the same text web part. Lorekeep's blocks go into the web part that contains the marker. */
function webPartsFor(blocks: PageBlock[], own: string | null): WebPart[] {
  const parts: { webPart?: WebPart; id: string | null; pieces: { native: unknown }[] }[] = [];
  for (const block of blocks) {
    const native = block.native as CanvasBlock;
    const last = parts.at(-1);
    if ("webPart" in native) {
      parts.push({ webPart: native.webPart, id: null, pieces: [] });
      continue;
    }
    const id = native.part ?? own;
    if (last && !last.webPart && last.id === id) last.pieces.push({ native: native.html });
    else parts.push({ id, pieces: [{ native: native.html }] });
  }
  const used = new Set<string>();
  return parts.map(({ webPart, id, pieces }) => {
    if (webPart) return webPart;
    // If another web part splits a text web part in two, the second half becomes a new web part.
    const free = id !== null && !used.has(id) ? { id } : {};
    if (id !== null) used.add(id);
    return { "@odata.type": TEXT_PART, ...free, innerHtml: joinHtml(pieces) };
  });
}

/** Finds the marker in the texts of a page. */
export const findMarker = (canvas: PageCanvas): string | null =>
  (canvas.horizontalSections ?? [])
    .flatMap(({ columns }) => columns ?? [])
    .flatMap(({ webparts }) => webparts ?? [])
    .map(({ innerHtml }) => (typeof innerHtml === "string" ? ARTICLE_MARKER.exec(innerHtml)?.[0] : null))
    .find(Boolean) ?? null;

const ownPart = (canvas: PageCanvas) =>
  partsOf(canvas).find(({ innerHtml }) => typeof innerHtml === "string" && ARTICLE_MARKER.test(innerHtml))?.id ?? null;

/** Returns the column with the marker; otherwise the first column with text; otherwise the first column. */
function placeIn({ horizontalSections }: PageCanvas): { section: number; column: number } | null {
  const all = (horizontalSections ?? []).flatMap((section, index) =>
    (section.columns ?? []).map(({ webparts }, column) => ({ section: index, column, webparts: webparts ?? [] })),
  );
  const says = (test: (html: string) => boolean) =>
    all.find(({ webparts }) => webparts.some(({ innerHtml }) => typeof innerHtml === "string" && test(innerHtml)));
  return says((html) => ARTICLE_MARKER.test(html)) ?? says(() => true) ?? all[0] ?? null;
}

function partsOf(canvas: PageCanvas): WebPart[] {
  const at = placeIn(canvas);
  return (at && canvas.horizontalSections?.[at.section]?.columns?.[at.column]?.webparts) ?? [];
}

/** Returns the web part's id and visible data, without data that SharePoint derives for its search. */
function keyOf({ id, webPartType, data }: WebPart): string {
  const { serverProcessedContent: _worked, ...shown } = (data ?? {}) as Record<string, unknown>;
  return JSON.stringify({ id, webPartType, shown });
}
