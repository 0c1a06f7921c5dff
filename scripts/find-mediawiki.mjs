import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * The folder for Debian's MediaWiki packages, which are only unpacked. Installing them would start a web server on this
 * machine.
 */
export const UNPACKED_MEDIAWIKI = join(homedir(), ".cache", "lorekeep-tests", "mediawiki");
const PLACES = [join(UNPACKED_MEDIAWIKI, "usr", "share", "mediawiki"), "/usr/share/mediawiki"];
const PHP = "/usr/bin/php";

/** Returns the folder of a MediaWiki that can run on this machine; null without MediaWiki or PHP. */
export function findMediaWiki({ exists = existsSync } = {}) {
  if (!exists(PHP)) return null;
  return PLACES.find((place) => exists(join(place, "maintenance", "install.php"))) ?? null;
}
