import { z } from "zod";
import { CHAT_MANIFESTS, CHAT_PLATFORMS } from "../../connectors/chat-manifests.ts";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId, text } from "./endpoint.ts";

/**
 * A knowledge integration, with the field names of the API. `apiKey` is a mask ('••••' and the last four characters).
 */
export const integration = z.object({
  id: rowId,
  name: z.string(),
  type: z.string(),
  apiKey: z.string(),
  baseUrl: z.string(),
  spaceId: z.string(),
  /** Further settings for the platform; missing if all have their default value. */
  settings: z.record(z.string(), z.string()).optional(),
  isActive: z.boolean(),
  /** The reason why the integration does not work now; null if it works. */
  trouble: z.string().nullable(),
  /** The integration is connected by OAuth with the operator's app. Missing if a person entered a token. */
  isConnected: z.literal(true).optional(),
  publishedArticles: z.int(),
  /**
   * The private channels whose members can read the target, as an admin declared. If empty, the whole workspace can
   * read it.
   */
  readerChannels: z.array(z.object({ id: rowId, name: z.string() })),
  /**
   * Whether pages are placed under one page per category, and the reason if that failed. Missing if the platform has no
   * page tree.
   */
  pageTree: z.object({ isOn: z.boolean(), trouble: z.string().nullable() }).optional(),
  createdAt: moment,
});
export type Integration = z.infer<typeof integration>;

/** All further settings for the platform; blank for the default value. */
const settings = z.record(z.string().max(40), text(200));

/** Whether a new target gets the existing articles, or only new ones. */
export const existingArticlesChoice = z.enum(["publish", "leave"]);

const savedIntegration = integration.extend({
  /** The platform did not answer in time, so it is unknown whether the integration works. Missing if this is known. */
  notTested: z.string().optional(),
});

/** The result of checking a stored credential. */
const credentialProof = z.object({
  /** The key of the credential's field in the platform's form. */
  field: z.string(),
  /**
   * `waiting`: no event signed with the credential has arrived yet. `unknown`: the credential was not checked
   * successfully yet. `unused`: the platform signs nothing with it.
   */
  state: z.enum(["proven", "refused", "waiting", "unknown", "unused"]),
  text: z.string(),
  at: moment.nullable(),
});

/**
 * The rule by which channels are monitored. `chosen`: channels that a person adds. `invited`: also each channel of
 * which the bot is a member. `public`: also every public channel. Channels shared with another company, and removed
 * channels, are never added.
 */
export const CHANNEL_MONITORING_RULES = ["chosen", "invited", "public"] as const;
export type ChannelMonitoringRule = (typeof CHANNEL_MONITORING_RULES)[number];

const channelRule = z.object({
  rule: z.enum(CHANNEL_MONITORING_RULES),
  /** The time at which the platform's channels were last compared with the rule; null if never. */
  comparedAt: moment.nullable(),
  /** The number of channels that match the rule but were not added, and the reason. */
  waiting: z.int(),
  trouble: z.string().nullable(),
});

export const collaborationIntegration = z.object({
  id: rowId,
  name: z.string(),
  platform: z.enum(CHAT_PLATFORMS),
  isActive: z.boolean(),
  createdAt: moment,
  workspaceId: z.string(),
  /** The values of the form, with secrets masked. */
  config: z.record(z.string(), z.string()),
  trouble: z.string().nullable(),
  /** The integration is connected by OAuth with the operator's app. Missing if a person entered the tokens. */
  isConnected: z.literal(true).optional(),
  /** The check of each credential; missing if there is nothing to check. */
  proofs: z.array(credentialProof).optional(),
  /** Missing if people choose each channel. */
  channelRule: channelRule.optional(),
  /**
   * Whether new messages arrive immediately. If not, and a person can change that, also the reason. Missing if that
   * depends on credentials that are not entered yet.
   */
  arrival: z.object({ isAtOnce: z.boolean(), why: z.string().nullable() }).optional(),
});
export type CollaborationIntegration = z.infer<typeof collaborationIntegration>;

type ConfigKey = (typeof CHAT_MANIFESTS)[number]["fields"][number]["key"];
/** Fields of all chat platforms' forms. */
const config = z.strictObject(
  Object.fromEntries(CHAT_MANIFESTS.flatMap(({ fields }) => fields.map(({ key }) => [key, text(4000).optional()]))) as {
    [key in ConfigKey]: z.ZodOptional<z.ZodString>;
  },
);

/** The result of a failed check. */
const tried = {
  /** The reason why the integration does not work, although it was saved. */
  trouble: z.string().nullable().optional(),
  /** The platform could not be reached, so it is unknown whether the integration works. */
  notTested: z.string().optional(),
};
const savedCollaborationIntegration = collaborationIntegration.extend({ notTested: tried.notTested });
const ok = z.object({ ok: z.literal(true), ...tried });

/** The result of a test that uses the integration's real functions. */
const proof = z.object({ works: z.boolean(), message: z.string() });

export const integrationEndpoints = {
  "GET /api/integrations": { summary: "Knowledge integrations", access: "session", response: z.array(integration) },
  "POST /api/integrations": {
    summary: "Add a knowledge integration",
    access: "session",
    needs: ["change", "integrations"],
    body: z.strictObject({
      name: requiredText(100),
      type: text(40),
      apiKey: requiredText(4000),
      baseUrl: text(2000).optional(),
      spaceId: requiredText(2000),
      settings: settings.optional(),
      existing: existingArticlesChoice.optional(),
    }),
    response: savedIntegration,
  },
  "PUT /api/integrations/:id": {
    summary: "Change a knowledge integration; a blank or masked apiKey keeps the stored one",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({
      name: requiredText(100).optional(),
      type: text(40).optional(),
      apiKey: text(4000).optional(),
      baseUrl: text(2000).optional(),
      spaceId: requiredText(2000).optional(),
      settings: settings.optional(),
      isActive: z.boolean().optional(),
    }),
    response: savedIntegration,
  },
  "DELETE /api/integrations/:id": {
    summary: "Remove a knowledge integration",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: doneResponse,
  },
  "PUT /api/integrations/:id/readers": {
    summary: "Say who reads what is published there: articles for fewer people are held back from it",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    /**
     * The private channels of which every reader of the target is a member. If empty, everybody in the workspace can
     * read the target.
     */
    body: z.strictObject({ channelIds: z.array(rowId).max(50) }),
    response: integration,
  },
  "PUT /api/integrations/:id/page-tree": {
    summary: "Say whether its pages are under a page for each category; switched off, they stay where they are",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({ isOn: z.boolean() }),
    response: integration,
  },
  "POST /api/integrations/:id/test": {
    summary: "Try the credentials and the place to publish to",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: z.object({
      valid: z.boolean(),
      error: z.string().nullable(),
      details: z.string().nullable(),
      /** Warnings about a working integration; missing if there are none. */
      warnings: z.array(z.string()).optional(),
    }),
  },
  "POST /api/integrations/:id/test-page": {
    summary: "Write a page where articles go and remove it again; only on platforms where no outsider sees it",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: proof,
  },
  "GET /api/collaboration-integrations": {
    summary: "Chat integrations",
    access: "session",
    response: z.array(collaborationIntegration),
  },
  "POST /api/collaboration-integrations": {
    summary: "Add a chat integration",
    access: "session",
    needs: ["change", "integrations"],
    body: z.strictObject({ name: requiredText(100), platform: z.enum(CHAT_PLATFORMS), config }),
    response: savedCollaborationIntegration,
  },
  "PATCH /api/collaboration-integrations/:id": {
    summary: "Change a chat integration; blank or masked secrets keep the stored ones",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    body: z.strictObject({
      name: requiredText(100).optional(),
      config: config.optional(),
      isActive: z.boolean().optional(),
    }),
    response: ok,
  },
  "DELETE /api/collaboration-integrations/:id": {
    summary: "Remove a chat integration; its channels stop being read, what was read stays",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: doneResponse,
  },
  "GET /api/app-packages/:platform": {
    summary: "What is uploaded to a chat platform so that it lets an app read, as a ZIP file",
    access: "session",
    needs: ["change", "integrations"],
    params: z.strictObject({ platform: z.enum(CHAT_PLATFORMS) }),
    query: z.strictObject({ appId: z.guid("Not the ID of an app.") }),
    response: z.string().describe("A ZIP file, ready to upload"),
  },
  "PUT /api/collaboration-integrations/:id/channel-rule": {
    summary: "Say which channels are monitored without a person choosing each; the first are added within a minute",
    access: "session",
    needs: ["change", "channels"],
    params: idParams,
    body: z.strictObject({ rule: z.enum(CHANNEL_MONITORING_RULES) }),
    response: collaborationIntegration,
  },
  "POST /api/collaboration-integrations/:id/test": {
    summary: "Try the credentials; says which permission is missing",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: z.object({ success: z.boolean(), message: z.string(), warnings: z.array(z.string()) }),
  },
  "POST /api/collaboration-integrations/:id/last-message": {
    summary: "Read the newest message of a channel; says when it was sent, and not its text",
    access: "session",
    needs: ["change", "integrations"],
    params: idParams,
    response: proof,
  },
} as const satisfies EndpointTable;
