import type { Contract } from "./contract.ts";

type GetPath =
  Extract<keyof Contract, `GET ${string}`> extends `GET ${infer Path}` ? Path | `${Path}?${string}` : never;

/** Requests that every page makes: the signed-in person, and data for the header and navigation. */
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

/** The id of the HTML document's data block with the first answers, as JSON by path. */
export const PRELOADED_DATA_ID = "first-reads";

/** The first paths that a page reads. The server includes their answers in the HTML document. */
export const listPreloadedPaths = (path: string): readonly GetPath[] => [
  ...OF_EVERY_PAGE,
  ...(OF_ONE_PAGE[path] ?? []),
];
