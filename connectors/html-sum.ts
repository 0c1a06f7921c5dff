import { createHash } from "node:crypto";
import { joinHtml, splitHtml } from "./html-blocks.ts";
import { ARTICLE_MARKER, type PageBlock } from "./knowledge-target.ts";

/*
 * Some platforms do not report who changed an article before our last update. For them, the line with the marker
 * contains a checksum of our text. While the checksum matches, nobody else has changed anything visible.
 */

const SUM = / \(sum ([0-9a-f]{8})\)/;

/** Builds the HTML to send. If it contains a marker, the checksum follows the marker. */
export function addChecksum(title: string, blocks: Pick<PageBlock, "key" | "native">[]): string {
  const html = joinHtml(blocks);
  const at = lastMarker(html);
  return at === null ? html : `${html.slice(0, at)} (sum ${sumOf(title, blocks)})${html.slice(at)}`;
}

/** Returns the blocks without the checksum, and whether the text is unchanged since we wrote it. */
export function readChecksum(title: string, html: string): { blocks: PageBlock[]; isUntouched: boolean } {
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

/** Derives a version from the content, for platforms that have no version numbers and report times in whole seconds. */
export const deriveContentVersion = (...content: (string | null | undefined)[]): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
