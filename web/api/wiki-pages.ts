import type { PageHit } from "../../shared/contract/ask.ts";
import { useRead } from "./query-client.ts";

/** The words for the state of a page that was found. */
export const PAGE_STATES: Record<NonNullable<PageHit["state"]>, string> = {
  contradicted: "Contradicted by chat",
  verified: "Verified",
};

/** Pages of the company's wiki that have all the words. */
export const useWikiPageSearch = (keywords: string, count: number) =>
  useRead("GET /api/wiki-pages/search", { query: { keywords, limit: String(count) } }, { enabled: keywords !== "" });
