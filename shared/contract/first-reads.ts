import type { Contract } from "./contract.ts";

type GetPath =
  Extract<keyof Contract, `GET ${string}`> extends `GET ${infer Path}` ? Path | `${Path}?${string}` : never;

/** Requests of every page: the signed-in person, and the data of the frame around the page. */
const OF_EVERY_PAGE = [
  "/api/auth/user",
  "/api/notifications",
  "/api/workspaces",
  "/api/inbox?limit=1",
  "/api/subscription",
] as const satisfies GetPath[];

const OF_ONE_PAGE: Record<string, readonly GetPath[]> = {
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

/** The data block in a page's document that holds the answers, as JSON by path. */
export const FIRST_READS_ID = "first-reads";

/** The paths that the page reads first, so that its document can include the answers. */
export const firstReadsOf = (path: string): readonly GetPath[] => [...OF_EVERY_PAGE, ...(OF_ONE_PAGE[path] ?? [])];
