import { BRAND } from "../../shared/domain/brand.ts";
import { getPagePath } from "../../web/site/page.ts";
import type { RenderedSitePage } from "./drawn-page.ts";

/** Fonts that the browser loads early, so that they usually arrive before the first paint and text does not change its font. */
const FONTS = ["newsreader-1.woff2", "instrument-sans-1.woff2"];

/**
 * Builds the whole HTML page. Styles and scripts are inline, so that the first paint takes one request. The server hashes the
 * scripts.
 */
export function renderSiteDocument(
  { name, title, description, keywords, structuredData = [], isHidden, body }: RenderedSitePage,
  {
    style,
    theme,
    consent,
    modules,
    later,
  }: Record<"style" | "theme" | "consent", string> & { modules: readonly string[]; later?: string | undefined },
): string {
  const address = `{{ORIGIN}}${getPagePath(name)}`;
  const fullTitle = escapeText(`${title} · ${BRAND}`);
  const about = escapeText(description);
  const found = isHidden
    ? `<meta name="robots" content="noindex">`
    : `<link rel="canonical" href="${address}">
<meta property="og:type" content="website"><meta property="og:site_name" content="${BRAND}">
<meta property="og:title" content="${escapeText(title)}"><meta property="og:description" content="${about}">
<meta property="og:url" content="${address}"><meta property="og:image" content="{{ORIGIN}}/share/${name}.png">
<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`;
  const facts = structuredData.map((fact) => ({ "@context": "https://schema.org", ...fact }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${FONTS.map((file) => `<link rel="preload" href="/fonts/${file}" as="font" type="font/woff2" crossorigin>\n`).join("")}<title>${fullTitle}</title>
<meta name="description" content="${about}">
${keywords ? `<meta name="keywords" content="${escapeText(keywords)}">\n` : ""}${found}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script>${theme}</script>
<style>${style}</style>
${facts.map((fact) => `<script type="application/ld+json">${JSON.stringify(fact).replaceAll("<", "\\u003c")}</script>\n`).join("")}</head>
<body>
${body}
<script>${consent}</script>
${modules.length > 0 ? `<script>${afterFirstPicture(modules)}</script>\n` : ""}${later ? `<script>addEventListener("load",()=>import("/${later}"))</script>\n` : ""}</body>
</html>
`;
}

/** Loads all script files after the first paint, so that they do not compete with visible content. */
const afterFirstPicture = (files: readonly string[]) =>
  `requestAnimationFrame(()=>requestAnimationFrame(()=>${JSON.stringify(files.map((file) => `/${file}`))}.map((file)=>import(file))))`;

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
