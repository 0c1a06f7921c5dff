import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./unchanged.mjs";

/** What the build of the pages is made from. */
const SOURCES = [
  "web",
  "shared",
  "connectors",
  "docs",
  "scripts/site",
  "server/http/pages/bar.css",
  "vite.config.ts",
  "package-lock.json",
];
const NOT_BUILT_IN = /\.test\.tsx?$|^web\/testing$/;

/** @typedef {"current" | "outdated" | "absent"} BuildState */

/** Compares contents and not times, so that a clone and a copied `dist/` go together. @returns {BuildState} */
export function stateOfBuild(/** @type {string} */ root) {
  if (!existsSync(join(root, "dist/web/index.html"))) return "absent";
  const stamp = stampOf(root);
  return existsSync(stamp) && JSON.parse(readFileSync(stamp, "utf8")).sources === hashOfSources(root)
    ? "current"
    : "outdated";
}

/** Remembers from what the build was made that is in `dist/` now. */
export function markBuilt(/** @type {string} */ root) {
  writeFileSync(stampOf(root), `${JSON.stringify({ sources: hashOfSources(root) })}\n`);
}

const stampOf = (/** @type {string} */ root) => join(root, "dist/built-from.json");

const hashOfSources = (/** @type {string} */ root) => hashOf(root, SOURCES, (path) => NOT_BUILT_IN.test(path));
