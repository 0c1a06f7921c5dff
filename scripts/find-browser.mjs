import { existsSync } from "node:fs";

/** Debian's headless browser comes first, because it needs half the processor time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the browser named in CHROMIUM, or an installed browser. If null, tests use Playwright's own. */
export function findBrowser({ env = process.env, exists = existsSync } = {}) {
  return env["CHROMIUM"] || (PLACES.find((path) => exists(path)) ?? null);
}

/**
 * Matches Debian, whose package is a browser that tests can drive. Ubuntu's package 'chromium' is a snap, which tests cannot
 * drive.
 */
const IS_DEBIAN = /^ID="?debian"?$/m;

/**
 * Returns how to get a browser, the first that works: an existing browser, the distribution's packages, Playwright's own.
 * @param {{ env: Record<string, string | undefined>, exists: (path: string) => boolean, osRelease: () => string,
 * isAdministrator: () => boolean }} machine
 * @returns {"present" | "wrong-setting" | "packages" | "playwright"}
 */
export function chooseBrowserSource({ env, exists, osRelease, isAdministrator }) {
  const found = findBrowser({ env, exists });
  if (found) return exists(found) ? "present" : "wrong-setting";
  return IS_DEBIAN.test(osRelease()) && isAdministrator() ? "packages" : "playwright";
}
