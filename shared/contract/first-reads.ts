import type { Contract } from "./contract.ts";

type Read = Extract<keyof Contract, `GET ${string}`> extends `GET ${infer Path}` ? Path | `${Path}?${string}` : never;

/** What every page reads when it is opened: who this is, and what the frame around the page shows. */
const OF_EVERY_PAGE = [
  "/api/auth/user",
  "/api/notifications",
  "/api/workspaces",
  "/api/inbox?limit=1",
  "/api/subscription",
] as const satisfies Read[];

const OF_ONE_PAGE: Record<string, readonly Read[]> = {
  "/": [
    "/api/stats",
    "/api/articles/recent?limit=5",
    "/api/integrations",
    "/api/channels",
    "/api/collaboration-integrations",
    "/api/settings",
    "/api/settings/monitoring",
    "/api/runs",
    "/api/excerpts",
    "/api/language-model/waiting",
  ],
  "/articles": ["/api/stats"],
};

/** The data block of a page's document that holds their answers, as JSON by address. */
export const FIRST_READS_ID = "first-reads";

/** The addresses that the page at this path reads first, so that its document can bring the answers along. */
export const firstReadsOf = (path: string): readonly Read[] => [...OF_EVERY_PAGE, ...(OF_ONE_PAGE[path] ?? [])];
