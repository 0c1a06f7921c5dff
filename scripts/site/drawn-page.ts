import type { SITE_PAGES } from "../../web/site/pages.tsx";

export type DrawnPage = (typeof SITE_PAGES)[number];
