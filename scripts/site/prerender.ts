import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { transform } from "lightningcss";
import { type Manifest, minify, type Plugin, type ViteBuilder } from "vite";
import { BRAND } from "../../shared/domain/brand.ts";
import { getPagePath } from "../../web/site/page.ts";
import { renderSiteDocument } from "./document.ts";
import type { RenderedSitePage } from "./drawn-page.ts";
import { drawSharePictures } from "./share-picture.ts";

const WEB = join(import.meta.dirname, "../../web");
const SITE = join(WEB, "site");
const BAR = join(import.meta.dirname, "../../server/http/pages/bar.css");

/** Renders the public pages into `site/` beside the built application, in the same `vite build`. */
export function prerender(): Plugin {
  return {
    name: "lorekeep:prerender",
    apply: "build",
    // Inline scripts need no requests. The server hashes them.
    transformIndexHtml: { order: "post", handler: withOwnScripts },
    config: () => ({
      environments: {
        site: {
          consumer: "server",
          build: {
            outDir: join(WEB, `../node_modules/.cache/site-${process.pid}`),
            emptyOutDir: true,
            copyPublicDir: false,
            manifest: false,
            rolldownOptions: { input: join(SITE, "pages.tsx"), output: { entryFileNames: "pages.mjs" } },
          },
        },
      },
      builder: {
        async buildApp(builder) {
          const { client } = builder.environments;
          if (client) await builder.build(client);
          await drawSite(builder);
          if (client) await compressAssets(join(resolve(client.config.root, client.config.build.outDir), "assets"));
        },
      },
    }),
  };
}

/** Adds the inline scripts of web/public, which every page runs first, to the application's document. */
async function withOwnScripts(text: string): Promise<string> {
  const parts = text.split(/<script src="\/(\w+\.js)"(?: defer)?><\/script>/);
  const filled = parts.map(async (part, index) =>
    index % 2 === 0 ? part : `<script>${await smallerScript(join(WEB, "public", part))}</script>`,
  );
  return (await Promise.all(filled)).join("");
}

/** Renders the public pages into the build's folder. */
async function drawSite({ build, environments }: ViteBuilder): Promise<void> {
  const { client, site } = environments;
  if (!client || !site) return;
  await build(site);
  const drawn = site.config.build.outDir;
  const { SITE_PAGES: pages, SEARCH_INDEX: searched } = await import(pathToFileURL(join(drawn, "pages.mjs")).href);
  const outDir = resolve(client.config.root, client.config.build.outDir);
  await writePages(pages, outDir);
  await writeFile(join(outDir, "docs-index.json"), JSON.stringify(searched));
  await rm(drawn, { recursive: true });
}

async function writePages(pages: readonly RenderedSitePage[], outDir: string): Promise<void> {
  const folder = join(outDir, "site");
  await mkdir(folder, { recursive: true });
  const sheets = new Map<string, string>();
  const sheet = async (name: string) => {
    const known = sheets.get(name) ?? smallerStyle(await readFile(join(SITE, `${name}.css`), "utf8"));
    sheets.set(name, known);
    return known;
  };
  const colours = smallerStyle(coloursOf(await readFile(join(WEB, "ui/tokens.css"), "utf8")));
  const bar = smallerStyle(await readFile(BAR, "utf8"));
  const theme = await smallerScript(join(WEB, "public/theme.js"));
  const consent = await smallerScript(join(WEB, "public/consent.js"));
  const built = await readManifest(outDir);
  for (const page of pages) {
    const styles = await Promise.all(["site", ...(page.styles ?? [])].map(sheet));
    const modules = page.island ? filesOf(built, page.island) : [];
    const [later] = page.later ? filesOf(built, page.later) : [];
    const text = renderSiteDocument(page, { style: colours + bar + styles.join(""), theme, consent, modules, later });
    await writeFile(join(folder, `${[page.name, page.variant].filter(Boolean).join(".")}.html`), text);
  }
  const listed = pages.filter(({ isHidden, variant }) => !isHidden && !variant);
  await writeFile(join(folder, "sitemap.xml"), siteMap(listed));
  await writeFile(join(folder, "robots.txt"), "User-agent: *\nDisallow: /api/\n\nSitemap: {{ORIGIN}}/sitemap.xml\n");
  await writeFile(join(folder, "llms.txt"), forModels(listed));
  await drawSharePictures(listed, join(outDir, "share"));
}

/** Without the application's build there is no manifest, so the pages are served without scripts. */
async function readManifest(outDir: string): Promise<Manifest> {
  const text = await readFile(join(outDir, ".vite/manifest.json"), "utf8").catch(() => "{}");
  return JSON.parse(text) as Manifest;
}

/** Returns the file of a module, followed by the files of its static imports. */
function filesOf(built: Manifest, key: string): string[] {
  const chunk = built[key];
  if (!chunk) return [];
  return [...new Set([chunk.file, ...(chunk.imports ?? []).flatMap((imported) => filesOf(built, imported))])];
}

/** Removes the application's fonts, which are too large for a first visit. site.css contains the fonts of the public pages. */
const coloursOf = (css: string) =>
  css.replace(/@font-face\s*{[^}]*}/g, (rule) => (/Newsreader Fallback|Sans Fallback/.test(rule) ? rule : ""));

const smallerStyle = (css: string): string =>
  transform({ filename: "site.css", code: Buffer.from(css), minify: true }).code.toString();

/** Minifies a classic script and keeps its global names. */
async function smallerScript(file: string): Promise<string> {
  const { code, errors } = await minify(file, await readFile(file, "utf8"), { module: false });
  if (errors.length > 0) throw new AggregateError(errors, `${file} is no script`);
  return code;
}

const addressOf = ({ name }: { name: string }) => `{{ORIGIN}}${getPagePath(name)}`;

function siteMap(pages: readonly RenderedSitePage[]): string {
  const rows = pages.map((page) => `<url><loc>${addressOf(page)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join("\n")}\n</urlset>\n`;
}

function forModels(pages: readonly RenderedSitePage[]): string {
  const rows = pages.map((page) => `- [${page.title}](${addressOf(page)}): ${page.description}`);
  return `# ${BRAND}\n\n> ${pages[0]?.description}\n\n## Pages\n\n${rows.join("\n")}\n`;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** The compression level 10: the highest level takes five times as long for 2 % less. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
const LEAST_BYTES = 1024;

/** Writes `.br` and `.gz` files next to scripts and styles, so that the server does not have to compress on request. */
async function compressAssets(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name)).map((name) => join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < LEAST_BYTES) return;
      await writeFile(`${file}.br`, await brotli(content, QUALITY));
      await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}
