import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "./unchanged.mjs";

/** @typedef {"web" | "server"} Part */
/** @typedef {"current" | "outdated" | "absent"} BuildState */

/** The sources of each part of dist/, and a file that exists once the part is built. */
const PARTS = {
  web: {
    proof: "dist/web/index.html",
    stamp: "dist/built-from.json",
    sources: [
      "web",
      "shared",
      "connectors",
      "docs",
      "scripts/site",
      "server/http/pages/bar.css",
      "vite.config.ts",
      "package-lock.json",
    ],
  },
  server: {
    proof: "dist/server/main.js",
    stamp: "dist/server/built-from.json",
    sources: ["server", "shared", "connectors", "engine", "scripts/build-server.mjs", "package-lock.json"],
  },
};
const NOT_BUILT_IN = /\.test\.tsx?$|\/testing$|\/fixtures$/;

/**
 * Compares the contents of sources instead of their times, so that a clone accepts a copied `dist/`.
 * @returns {BuildState}
 */
export function getBuildState(/** @type {string} */ root, /** @type {Part} */ part = "web") {
  if (!existsSync(join(root, PARTS[part].proof))) return "absent";
  const stamp = join(root, PARTS[part].stamp);
  return existsSync(stamp) && JSON.parse(readFileSync(stamp, "utf8")).sources === hashOfSources(root, part)
    ? "current"
    : "outdated";
}

/** Stores the hash of the sources from which `dist/` was built. */
export function markBuilt(/** @type {string} */ root, /** @type {Part} */ part = "web") {
  writeFileSync(join(root, PARTS[part].stamp), `${JSON.stringify({ sources: hashOfSources(root, part) })}\n`);
}

const hashOfSources = (/** @type {string} */ root, /** @type {Part} */ part) =>
  hashOf(root, PARTS[part].sources, (path) => NOT_BUILT_IN.test(path));
