import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { BRAND } from "../../shared/domain/brand.ts";
import type { RenderedSitePage } from "./drawn-page.ts";

const WIDTH = 1200;
const HEIGHT = 630;
const CACHE = join(import.meta.dirname, "../../node_modules/.cache/share-pictures");

/** Draws the preview picture of each page for shared links: `<name>.png`, 1200 × 630. A picture is drawn once and cached. */
export async function drawSharePictures(pages: readonly RenderedSitePage[], folder: string): Promise<void> {
  await Promise.all([folder, CACHE].map((path) => mkdir(path, { recursive: true })));
  let draw: ((svg: string) => Uint8Array) | undefined;
  for (const { name, title, headline = title } of pages) {
    const svg = pictureOf(headline);
    const kept = join(CACHE, `${createHash("sha256").update(svg).digest("hex").slice(0, 32)}.png`);
    let png = await readFile(kept).catch(() => undefined);
    if (!png) {
      draw ??= await startDrawing();
      png = Buffer.from(draw(svg));
      await writeFile(kept, png);
    }
    await writeFile(join(folder, `${name}.png`), png);
  }
}

async function startDrawing(): Promise<(svg: string) => Uint8Array> {
  const require = createRequire(import.meta.url);
  await initWasm(await readFile(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fonts = ["newsreader-1", "instrument-sans-1"].map((name) =>
    readFile(join(import.meta.dirname, `../../web/public/fonts/${name}.woff2`)),
  );
  const fontBuffers = await Promise.all(fonts);
  return (svg) => new Resvg(svg, { font: { fontBuffers, loadSystemFonts: false } }).render().asPng();
}

/** Returns the picture of a headline, with the product's motif of lines from messages to sentences. */
function pictureOf(headline: string): string {
  const lines = wrap(headline, 24);
  const size = lines.length > 3 ? 62 : 74;
  const first = 330 - (lines.length * size * 1.1) / 2;
  const text = lines.map(
    (line, index) =>
      `<text x="80" y="${Math.round(first + (index + 0.75) * size * 1.1)}" font-family="Newsreader" font-size="${size}" fill="#1e1b17">${escape(line)}</text>`,
  );
  const ties = [0, 1, 2, 3].map((row) => {
    const y = 190 + row * 70;
    return `<path d="M900 ${y}C985 ${y} 975 ${y + 50} 1060 ${y + 50}" fill="none" stroke="#8c8375" stroke-width="2"/><rect x="850" y="${y - 11}" width="40" height="22" rx="5" fill="#dfd8cb"/><path d="M1072 ${y + 50}H${1160 - (row % 2) * 34}" stroke="#1e1b17" stroke-width="4"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f8f6f1"/><text x="80" y="104" font-family="Newsreader" font-size="36" fill="#17603f">${BRAND}</text>${text.join("")}${ties.join("")}<text x="80" y="566" font-family="Instrument Sans" font-size="26" fill="#4d473f">Team chat becomes articles. Every sentence names its source.</text></svg>`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

const escape = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
