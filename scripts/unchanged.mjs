import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns one hash of the contents of the project's files and folders; `skip` excludes some files. */
export function hashOf(
  /** @type {string} */ root,
  /** @type {readonly string[]} */ paths,
  /** @type {(path: string) => boolean} */ skip = () => false,
) {
  const hash = createHash("sha256");
  for (const path of paths)
    for (const file of filesIn(root, path, skip)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** @returns {string[]} */
function filesIn(
  /** @type {string} */ root,
  /** @type {string} */ path,
  /** @type {(path: string) => boolean} */ skip,
) {
  if (skip(path) || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesIn(root, `${path}/${name}`, skip));
}
