import { createHash } from "node:crypto";
import { joinHtml, splitHtml } from "./html-blocks.ts";
import { ARTICLE_MARKER, type PageBlock } from "./knowledge-target.ts";

/*
 * For platforms that do not tell who changed an article before our last update. The line with the marker carries a checksum of
 * our text: while it matches, nobody else has changed anything visible.
 */

const SUM = / \(sum ([0-9a-f]{8})\)/;

/** Builds the HTML to send, with the checksum behind the marker if there is a marker. */
export function addChecksum(title: string, blocks: Pick<PageBlock, "key" | "native">[]): string {
  const html = joinHtml(blocks);
  const at = lastMarker(html);
  return at === null ? html : `${html.slice(0, at)} (sum ${sumOf(title, blocks)})${html.slice(at)}`;
}

/** The blocks without the checksum, and whether the text is unchanged since we wrote it. */
export function readSum(title: string, html: string): { blocks: PageBlock[]; isUntouched: boolean } {
  const blocks = splitHtml(html.replace(SUM, ""));
  return { blocks, isUntouched: SUM.exec(html)?.[1] === sumOf(title, blocks) };
}

function sumOf(title: string, blocks: Pick<PageBlock, "key">[]): string {
  const keys = blocks.map(({ key }) => key);
  return createHash("sha256")
    .update(JSON.stringify([title, keys]))
    .digest("hex")
    .slice(0, 8);
}

function lastMarker(html: string): number | null {
  const last = [...html.matchAll(new RegExp(ARTICLE_MARKER, "g"))].at(-1);
  return last ? last.index + last[0].length : null;
}

/** A version derived from the content, for platforms without version numbers whose times are whole seconds. */
export const deriveContentVersion = (...content: (string | null | undefined)[]): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
