import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Manifest } from "vite";
import { beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "./testing/build-app.ts";

const FIRST_LOAD_KB = 129;
const LIBRARY_KB = 124;
const ROUTE_KB = 15;
const WITH_SHARED_PARTS_KB = 52;
/** Only this page loads the guides of all knowledge platforms. Its forms are loaded when a person opens them. */
const PAGE_OF_FORMS = "pages/configuration/configuration-page.tsx";
const FORMS = ["pages/configuration/knowledge-editor.tsx", "pages/configuration/unfinished-connection.tsx"];
const WITH_OPEN_FORM_KB = 58;
const SIGN_UP_KB = 92;
const EDITOR = "pages/article/editor/article-editor.tsx";
const EDITOR_KB = 110;
const LIVE_PIECE_KB = 12;
let outDir: string;
let manifest: Manifest;

beforeAll(async () => {
  outDir = await buildApp();
  manifest = JSON.parse(readFileSync(join(outDir, ".vite/manifest.json"), "utf8"));
});

/** A chunk with everything that it imports statically. */
function withImports(key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(imported, found);
  return found;
}
/** The chunk with toasts, and the parts that it shares with dialogs. Loaded when somebody first uses a page. */
const toaster = () => Object.keys(manifest).find((key) => manifest[key]?.name === "toaster") ?? "";
/** The editor with the Markdown parser that it loads afterwards. */
const editorParts = () => [EDITOR, ...(manifest[EDITOR]?.dynamicImports ?? [])];
const bytesOf = (keys: Iterable<string>) =>
  [...keys].reduce((sum, key) => sum + gzipSync(readFileSync(join(outDir, manifest[key]?.file ?? ""))).length, 0);
const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;

describe("what the browser has to load", () => {
  it("the dashboard's first load stays under 129 kB of JavaScript", () => {
    const keys = new Set([...withImports("index.html"), ...withImports("pages/dashboard/dashboard-page.tsx")]);
    expect(kilobytes(bytesOf(keys))).toBeLessThanOrEqual(FIRST_LOAD_KB);
  });

  it("the page of articles shows itself and rests with under 124 kB of JavaScript as it is sent", () => {
    const keys = new Set(["index.html", "pages/articles/articles-page.tsx"].flatMap((key) => [...withImports(key)]));
    const sent = [...keys].map(
      (key) => brotliCompressSync(readFileSync(join(outDir, manifest[key]?.file ?? ""))).length,
    );
    expect(kilobytes(sent.reduce((sum, bytes) => sum + bytes, 0))).toBeLessThanOrEqual(LIBRARY_KB);
  });

  it("the dashboard shows itself with 9 scripts and rests with 15, those of a first visit's welcome included", () => {
    const dashboard = "pages/dashboard/dashboard-page.tsx";
    const shown = new Set([...withImports("index.html"), ...withImports(dashboard)]);
    const later = manifest[dashboard]?.dynamicImports ?? [];
    const presence = "components/presence/real-presence.tsx";
    const all = new Set([...shown, ...later.filter((key) => key !== presence).flatMap((key) => [...withImports(key)])]);
    const files = (keys: Iterable<string>) => new Set([...keys].map((key) => manifest[key]?.file)).size;
    expect([files(shown), files(all)].map((count, index) => count <= ([9, 15][index] ?? 0))).toEqual([true, true]);
  });

  it("the page of articles shows itself with 9 scripts, and with 10 once somebody uses it", () => {
    const shown = ["index.html", "pages/articles/articles-page.tsx"].flatMap((key) => [...withImports(key)]);
    const files = (keys: string[]) => new Set(keys.map((key) => manifest[key]?.file)).size;
    expect(files(shown)).toBeLessThanOrEqual(9);
    expect(files([...shown, ...withImports(toaster())])).toBeLessThanOrEqual(10);
  });

  it("no file waits for one that waits for it, which would leave a part undefined at start", () => {
    for (const [key, { imports = [] }] of Object.entries(manifest))
      for (const imported of imports) expect([key, withImports(imported).has(key)]).toEqual([key, false]);
  });

  it("a route's own code stays under 15 kB", () => {
    const routes = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && !editorParts().includes(key));
    expect(routes.length).toBeGreaterThanOrEqual(6);
    for (const route of routes) expect([route, kilobytes(bytesOf([route])) <= ROUTE_KB]).toEqual([route, true]);
  });

  it("a route adds at most 52 kB to what is there, with the parts it shares, and 58 with a form of all platforms open", () => {
    const there = new Set([...withImports("index.html"), ...withImports(toaster())]);
    for (const form of FORMS) {
      expect([...withImports(PAGE_OF_FORMS)]).not.toContain(form);
      expect([...withImports(form)]).toContain(PAGE_OF_FORMS);
    }
    expect([...withImports("pages/article/article-page.tsx")]).not.toContain("pages/article/conversation-panel.tsx");
    for (const route of Object.keys(manifest).filter(
      (key) => manifest[key]?.isDynamicEntry && !editorParts().includes(key),
    )) {
      const added = [...withImports(route)].filter((key) => !there.has(key));
      const most = FORMS.includes(route) ? WITH_OPEN_FORM_KB : WITH_SHARED_PARTS_KB;
      expect([route, kilobytes(bytesOf(added)) <= most]).toEqual([route, true]);
    }
  });

  it("sign-up stays under 92 kB with the card form, which comes only when a card is asked for", () => {
    const first = withImports("site/sign-up/island.tsx");
    expect(first.size).toBeGreaterThan(1);
    const later = "site/sign-up/card-fields.tsx";
    expect(manifest["site/sign-up/island.tsx"]?.dynamicImports).toContain(later);
    expect([...first]).not.toContain(later);
    expect(kilobytes(bytesOf(new Set([...first, ...withImports(later)])))).toBeLessThanOrEqual(SIGN_UP_KB);
    const page = readFileSync(join(outDir, "site/signup.html"), "utf8");
    for (const key of first) expect(page).toContain(`"/${manifest[key]?.file}"`);
  });

  it("the editor comes only when somebody edits, and adds at most 110 kB with the reader of Markdown", () => {
    const article = withImports("pages/article/article-page.tsx");
    expect([...article]).not.toContain(EDITOR);
    const frame = new Set([...withImports("index.html"), ...article]);
    const added = [...new Set(editorParts().flatMap((key) => [...withImports(key)]))].filter((key) => !frame.has(key));
    expect(kilobytes(bytesOf(added))).toBeLessThanOrEqual(EDITOR_KB);
  });

  it("what public pages load after their first paint stays under 12 kB", () => {
    for (const piece of ["site/live/live-hero.ts", "site/live/docs-search.ts"]) {
      const parts = withImports(piece);
      expect([...parts].every((key) => manifest[key])).toBe(true);
      expect([piece, kilobytes(bytesOf(parts)) <= LIVE_PIECE_KB]).toEqual([piece, true]);
    }
  });

  it("the browser gets no validator of the contract", () => {
    const code = Object.values(manifest).map(({ file }) =>
      file.endsWith(".js") ? readFileSync(join(outDir, file), "utf8") : "",
    );
    expect(code.join("")).not.toContain("invalid_type");
  });

  it("colours and fonts are at /tokens.css for the pages the server writes itself", () => {
    const css = readFileSync(join(outDir, "tokens.css"), "utf8");
    expect(css).toContain("light-dark(#17603f,#8bcfa9)");
    for (const [, file = ""] of css.matchAll(/url\(\/(assets\/[^)]+\.woff2)\)/g))
      expect(readFileSync(join(outDir, file)).length).toBeGreaterThan(1000);
  });
});
