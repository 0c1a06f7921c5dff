import { readdirSync } from "node:fs";
import { join } from "node:path";
import { TOOL_PAGES } from "../../../web/content/tool-pages.ts";
import type { ScoreGoals } from "./lighthouse.ts";

const ALL: ScoreGoals = { performance: 100, accessibility: 100, "best-practices": 100, seo: 100 };

export interface PublicPage {
  path: string;
  aims: ScoreGoals;
  /** The limits in transferred kilobytes including headers: HTML, CSS and script together; script outside the page; fonts. */
  kB: { text: number; script: number; fonts: number };
  /** True if the page is hidden from search engines. */
  isHidden?: boolean;
  /** True if the page is similar to others, so that Lighthouse checks only one of them. */
  isOneOfMany?: boolean;
}

const SHORT = { text: 14, script: 1.5, fonts: 30 };
const LONG = { ...SHORT, text: 20 };
/** Limits for pages with a part that is loaded after the first paint: the interactive example, or the search. */
const LIVE = { ...SHORT, script: 3 };
const MANUAL = { text: 16, script: 8, fonts: 30 };
/** Limits for pages that the server writes itself, with the script of the cookie question and of verify-email. */
const SERVER = { ...SHORT, script: 2 };
const APPLICATION = { text: 120, script: 92, fonts: 30 };

const SITE = join(import.meta.dirname, "../../../dist/web/site");
/** The pages of the built documentation: its index, and a page for each guide. */
const DOCS = readdirSync(SITE)
  .filter((file) => /^docs(--.+)?\.html$/.test(file))
  .toSorted()
  .map((file) => `/${file.replace(".html", "").replace("--", "/")}`);

/** Every page that visitors see, with its size limits and the Lighthouse scores that it has to reach. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: "/", aims: ALL, kB: LIVE },
  { path: "/pricing", aims: ALL, kB: SHORT },
  ...TOOL_PAGES.map(({ urlSlug, pageType }, at) => ({
    path: `/${urlSlug}`,
    aims: ALL,
    kB: SHORT,
    isOneOfMany: TOOL_PAGES.findIndex((other) => other.pageType === pageType) !== at,
  })),
  ...DOCS.map((path) => ({ path, aims: ALL, kB: MANUAL })),
  { path: "/privacy-policy", aims: ALL, kB: LONG },
  { path: "/terms-of-service", aims: ALL, kB: LONG, isOneOfMany: true },
  { path: "/verify-email", aims: ALL, kB: SERVER, isHidden: true },
  { path: "/signup-success?email=ada%40acme.io&plan=professional", aims: ALL, kB: SHORT, isHidden: true },
  { path: "/signup", aims: ALL, kB: APPLICATION },
  { path: "/api/login", aims: ALL, kB: SERVER, isHidden: true },
  { path: "/forgot-password", aims: ALL, kB: SERVER, isHidden: true, isOneOfMany: true },
  { path: "/no/such/page", aims: {}, kB: SHORT, isHidden: true, isOneOfMany: true },
  { path: "/auto-kb-from-carrier-pigeon", aims: {}, kB: SHORT, isHidden: true, isOneOfMany: true },
];
