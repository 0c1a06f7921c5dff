import { existsSync } from "node:fs";

/** Debian's headless browser comes first, because it takes half the processor time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser in CHROMIUM, or an installed one. If null, Playwright's own is used. */
export function findBrowser({ env = process.env, exists = existsSync } = {}) {
  return env["CHROMIUM"] || (PLACES.find((path) => exists(path)) ?? null);
}

/** Only Debian's package is a browser that tests can drive; Ubuntu's 'chromium' is a snap. */
const IS_DEBIAN = /^ID="?debian"?$/m;

/**
 * The way to get a browser, in this order: an existing one, the distribution's packages, Playwright's own.
 * @param {{ env: Record<string, string | undefined>, exists: (path: string) => boolean, osRelease: () => string, isAdministrator: () => boolean }} machine
 * @returns {"present" | "wrong-setting" | "packages" | "playwright"}
 */
export function planBrowser({ env, exists, osRelease, isAdministrator }) {
  const found = findBrowser({ env, exists });
  if (found) return exists(found) ? "present" : "wrong-setting";
  return IS_DEBIAN.test(osRelease()) && isAdministrator() ? "packages" : "playwright";
}
