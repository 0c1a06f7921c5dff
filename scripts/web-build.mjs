import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What the build of the pages is made from. */
const SOURCES = [
  "web",
  "shared",
  "connectors",
  "scripts/site",
  "server/http/pages/bar.css",
  "vite.config.ts",
  "package-lock.json",
];
const NOT_BUILT_IN = /\.test\.tsx?$|^web\/testing\//;

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

function hashOfSources(/** @type {string} */ root) {
  const hash = createHash("sha256");
  for (const source of SOURCES)
    for (const file of filesIn(root, source)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** @returns {string[]} */
function filesIn(/** @type {string} */ root, /** @type {string} */ path) {
  if (NOT_BUILT_IN.test(path) || path === "web/testing" || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(root, `${path}/${name}`));
}
