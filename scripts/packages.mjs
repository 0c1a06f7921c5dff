import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Counts the packages of a folder's lockfile that are already installed. */
export function countPackages(/** @type {string} */ root) {
  const places = placesOf(root);
  const placed = () => places.filter((place) => existsSync(join(root, place, "package.json"))).length;
  // Approximate, because the lockfile also lists packages for other machines, and not all of these are marked.
  const about = Math.round(places.length / 10) * 10;
  return { placed, sofar: () => `${placed()} of about ${about} packages in place` };
}

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked */

/** True if the installed packages match the lockfile. Without `tools` the development packages may be absent. */
export function isInstalled(/** @type {string} */ root, { tools = true } = {}) {
  const placed = lockedIn(join(root, "node_modules/.package-lock.json"));
  if (!placed) return false;
  return Object.entries(lockedIn(join(root, "package-lock.json")) ?? {}).every(([place, wanted]) => {
    if (place === "" || wanted.link) return true;
    const found = placed[place];
    if (found) return found.version === wanted.version;
    return Boolean(wanted.optional || wanted.devOptional || (wanted.dev && !tools));
  });
}

/** True if the development packages are installed too. */
export function hasDevelopmentPackages(/** @type {string} */ root) {
  return Object.values(lockedIn(join(root, "node_modules/.package-lock.json")) ?? {}).some(({ dev }) => dev);
}

/** @returns {Record<string, Locked> | null} */
function lockedIn(/** @type {string} */ file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")).packages ?? {}) : null;
}

function placesOf(/** @type {string} */ root) {
  /** @type {{ packages?: Record<string, { link?: boolean, os?: string[], cpu?: string[], libc?: string[] }> }} */
  const { packages = {} } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  // Only the process report names Node's C library.
  const cLibrary = JSON.stringify(process.report.getReport()).includes("glibcVersionRuntime") ? "glibc" : "musl";
  const isForHere = (/** @type {string[] | undefined} */ names, /** @type {string} */ here) =>
    !names || names.includes(here);
  return Object.entries(packages).flatMap(([place, { link, os, cpu, libc }]) =>
    place && !link && isForHere(os, process.platform) && isForHere(cpu, process.arch) && isForHere(libc, cLibrary)
      ? [place]
      : [],
  );
}

/** Returns the reason why npm could not install, as a sentence with advice, derived from npm's output. */
export function explainNotInstalled(/** @type {string} */ said) {
  const reason = REASONS.find(([signs]) => signs.test(said));
  return `The dependencies could not be installed: ${reason?.[1] ?? "npm says why above."}`;
}

/** @type {[signs: RegExp, sentence: string][]} */
const REASONS = [
  [/spawn npm ENOENT/, "there is no npm here. Install Node 20 or later, which brings it."],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    "the package registry does not answer. Check the network (and npm's proxy, if you need one), then start again.",
  ],
  [/ENOSPC/, "the disk is full. Make room (about 1 GB), then start again."],
  [/EACCES|EPERM|EROFS/, "this folder may not be written to. Clone the project as the user who runs it."],
  [
    /EUSAGE|EBADENGINE|lockfile/i,
    "this npm does not read the lockfile. Update it (npm install -g npm@11), then start again.",
  ],
];
