import type { FastifyInstance, FastifyRequest } from "fastify";
import { CHAT_PLATFORMS, getChannelListPath } from "../../connectors/chat-manifests.ts";
import { TEST_ANALYSIS } from "../../shared/contract/analysis.ts";
import type { Database } from "../db/workspace-scope.ts";
import { enforceRateLimit } from "./rate-limit.ts";
import type { RateLimit } from "./rate-limit-queries.ts";
import type { Viewer } from "./routes.ts";

/**
 * Limits per workspace for work that is costly for the operator or for others. Companies of hundreds of people stay below these
 * limits; endless loops do not.
 */
export const WORK_LIMITS = {
  /** Per person, or per workspace for programs, because five hundred people together search more often. */
  search: { limit: 300, windowSeconds: 60 },
  /** Questions that Ask answers from the articles. */
  ask: { limit: 120, windowSeconds: 60 },
  analytics: { limit: 300, windowSeconds: 60 },
  export: { limit: 60, windowSeconds: 600 },
  /** Connecting new integrations. */
  integration: { limit: 60, windowSeconds: 3600 },
  /** Calls to a platform while a person waits: tests of credentials, and lists to choose from. */
  outgoing: { limit: 120, windowSeconds: 600 },
  /** Analyses of a channel that a person requests. */
  analysis: { limit: 120, windowSeconds: 60 },
  /** Requests to rewrite one or many articles. */
  rewriting: { limit: 120, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

type Work = keyof typeof WORK_LIMITS;

export const LIMITED_WORK: Readonly<Record<string, Work | ((request: FastifyRequest) => Work | null)>> = {
  "GET /api/articles/search": "search",
  "GET /api/articles/:id/neighbours": ifSearched,
  "POST /api/ask": "ask",
  "GET /api/logs": ifSearched,
  "GET /api/logs/counts": ifSearched,
  "GET /api/analytics": "analytics",
  "GET /api/analytics/overview": "analytics",
  "GET /api/analytics/answered": "analytics",
  "GET /api/logs/export": "export",
  "GET /api/people/export": "export",
  "POST /api/articles/export": "export",
  "POST /api/integrations": "integration",
  "POST /api/collaboration-integrations": "integration",
  "PATCH /api/collaboration-integrations/:id": ifTried,
  "POST /api/integrations/:id/test": "outgoing",
  "POST /api/integrations/:id/test-page": "outgoing",
  "POST /api/collaboration-integrations/:id/test": "outgoing",
  "POST /api/collaboration-integrations/:id/last-message": "outgoing",
  ...Object.fromEntries(CHAT_PLATFORMS.map((platform) => [getChannelListPath(platform), "outgoing"])),
  "GET /api/connections/:id/places": "outgoing",
  "GET /api/integrations/:id/places": "outgoing",
  "GET /api/wikis/:id/choices/:kind": "outgoing",
  "POST /api/integrations/places": "outgoing",
  "GET /api/subscription/cost": "outgoing",
  "POST /api/subscription/portal": "outgoing",
  "POST /api/analyze": "analysis",
  [TEST_ANALYSIS]: "analysis",
  "POST /api/articles/:id/reanalyze": "rewriting",
  "POST /api/articles/bulk/reanalyze": "rewriting",
  "POST /api/excerpts/write": "rewriting",
};

/**
 * Refuses costly work beyond its limit with 429, a sentence and Retry-After. Uploads (`import-upload.ts`) and personal data
 * have their own limits.
 */
export function limitCostlyWork(app: FastifyInstance, db: Database): void {
  app.addHook("preHandler", async (request) => {
    const found = LIMITED_WORK[`${request.method} ${request.routeOptions.url}`];
    const work = typeof found === "function" ? found(request) : found;
    if (work && request.viewer) await enforceRateLimit(db, getLimitKey(work, request.viewer), WORK_LIMITS[work]);
  });
}

/** Returns the key of the row that counts a person's calls of one kind. */
export const getLimitKey = (work: Work, { workspaceId, userId }: Pick<Viewer, "workspaceId" | "userId">): string =>
  work === "search" ? `search of ${workspaceId} ${userId}` : `${work} of ${workspaceId}`;

/** Counts saving new credentials as a test, because the product tests new credentials immediately. */
function ifTried({ body }: FastifyRequest): Work | null {
  return (body as { config?: unknown } | null)?.config === undefined ? null : "outgoing";
}

function ifSearched({ query }: FastifyRequest): Work | null {
  const { search, keywords } = query as { search?: string; keywords?: string };
  return search || keywords ? "search" : null;
}
