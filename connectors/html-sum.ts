import { createHash } from "node:crypto";
import { joinHtml, toHtmlBlocks } from "./html-blocks.ts";
import { MARKER, type PageBlock } from "./knowledge-target.ts";

/*
 * For platforms that do not say who changed an article before our own last update. The line with the marker carries a sum of
 * what we wrote: while it is right, nobody else changed anything that a reader sees.
 */

const SUM = / \(sum ([0-9a-f]{8})\)/;

/** As it is sent: with the sum behind the marker, when there is one. */
export function withSum(title: string, blocks: Pick<PageBlock, "key" | "native">[]): string {
  const html = joinHtml(blocks);
  const at = lastMarker(html);
  return at === null ? html : `${html.slice(0, at)} (sum ${sumOf(title, blocks)})${html.slice(at)}`;
}

/** As it was before it was sent, and whether all of it is ours. */
export function readSum(title: string, html: string): { blocks: PageBlock[]; isUntouched: boolean } {
  const blocks = toHtmlBlocks(html.replace(SUM, ""));
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
  const last = [...html.matchAll(new RegExp(MARKER, "g"))].at(-1);
  return last ? last.index + last[0].length : null;
}

/** For platforms that count no versions, and whose times are whole seconds: another one for any other content. */
export const contentVersion = (...content: (string | null | undefined)[]): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
