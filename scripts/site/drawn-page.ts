import type { PAGES } from "../../web/site/pages.tsx";

export type DrawnPage = (typeof PAGES)[number];
