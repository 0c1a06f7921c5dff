import type { SITE_PAGES } from "../../web/site/pages.tsx";

export type RenderedSitePage = (typeof SITE_PAGES)[number];
