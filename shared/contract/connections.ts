import { z } from "zod";
import { CONNECT_PLATFORMS } from "../../connectors/manifests.ts";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId, text } from "./endpoint.ts";
import { existingArticlesChoice, integration } from "./integrations.ts";

/** Connecting by OAuth, with the app that the operator configured at a platform. */
const platform = z.enum(CONNECT_PLATFORMS);

/** A knowledge platform to which a person granted access, but without a chosen destination for articles. */
const unfinished = z.object({
  id: rowId,
  platform,
  account: z.string(),
  /** The account's sites, if the person has to choose one. */
  sites: z.array(z.object({ id: z.string(), name: z.string(), url: z.string() })),
  /** The page created from the app's template, if the platform creates one. */
  parentPageId: z.string().nullable(),
  at: moment,
});
export type UnfinishedConnection = z.infer<typeof unfinished>;

/** A space or page to which articles can be published. */
const targetPlace = z.object({ id: z.string(), name: z.string() });

/** The outcome of connecting, in the URL to which the browser returns: `?connect=PLATFORM&outcome=denied`. */
export const CONNECT_OUTCOMES = [
  "connected",
  "own-connected",
  "finish",
  "denied",
  "stale",
  "other-account",
  "taken",
  "no-site",
  "other-site",
  "not-allowed",
  "app-refused",
  "unreachable",
  "failed",
] as const;
export type ConnectOutcome = (typeof CONNECT_OUTCOMES)[number];

export const connectionEndpoints = {
  "GET /api/connections": {
    summary: "Platforms that can be connected by OAuth here, and what one began and did not finish",
    access: "session",
    response: z.object({ platforms: z.array(platform), unfinished: z.array(unfinished) }),
  },
  "POST /api/connections": {
    summary: "Begin to connect a platform by OAuth; answers the address that the browser goes to",
    access: "session",
    needs: ["change", "integrations"],
    body: z.strictObject({
      platform,
      /** The integration to reconnect; missing for a new one. */
      integrationId: rowId.optional(),
    }),
    response: z.object({ url: z.string() }),
  },
  "GET /api/connections/:id/places": {
    summary:
      "Where articles can go on a knowledge platform that was connected: spaces or pages, those whose name holds a text",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    query: z.strictObject({ siteId: text(64).optional(), search: text(200).optional() }),
    response: z.array(targetPlace),
  },
  "GET /api/integrations/:id/places": {
    summary: "Where the articles of a knowledge integration can go: spaces or pages, those whose name holds a text",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    query: z.strictObject({ search: text(200).optional() }),
    response: z.array(targetPlace),
  },
  "POST /api/integrations/places": {
    summary: "Where articles can go with credentials that are not saved yet: spaces or pages",
    access: "session",
    needs: ["change", "integrations"],
    body: z.strictObject({ type: text(40), baseUrl: text(2000).optional(), apiKey: requiredText(4000) }),
    response: z.array(targetPlace),
  },
  "POST /api/connections/:id/integration": {
    summary: "Say where articles go on a knowledge platform that was connected",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({
      name: requiredText(100),
      siteId: text(64).optional(),
      spaceId: requiredText(2000),
      existing: existingArticlesChoice.optional(),
    }),
    response: integration.extend({ notTested: z.string().optional() }),
  },
  "DELETE /api/connections/:id": {
    summary: "Give an unfinished connection up",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
