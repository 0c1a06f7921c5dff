import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { activityRoutes } from "./activity/index.ts";
import { analysisRoutes, modelTrialRoutes, modelWaitingRoutes, writingPreviewRoutes } from "./analysis/index.ts";
import { articleActionRoutes } from "./article-actions/index.ts";
import { answerRoutes, askRoutes, handleChatInteraction, openQuestionRoutes } from "./ask/index.ts";
import { auditRoutes, recordWrites } from "./audit/index.ts";
import { billingRoutes } from "./billing/index.ts";
import { inWorkspaceAs, mayReadChannels } from "./db/audience.ts";
import type { Deps } from "./deps.ts";
import { limitBodyTime, MAX_BODY_BYTES, parseJsonBodies } from "./http/body-parser.ts";
import { serveBrowserEvents } from "./http/browser-event-stream.ts";
import { refuseUnstorableInput } from "./http/clean-input.ts";
import { compressResponses } from "./http/compress-responses.ts";
import { refuseCrossSiteWrites } from "./http/csrf-check.ts";
import { handleErrors, sendError } from "./http/error-responses.ts";
import { healthRoutes } from "./http/health-routes.ts";
import { serveMetrics } from "./http/metrics.ts";
import { describeApi } from "./http/openapi.ts";
import { serializerCompiler } from "./http/routes.ts";
import { recordSecurityEvents } from "./http/security-events.ts";
import { setSecurityHeaders } from "./http/security-headers.ts";
import { serveSecurityTxt } from "./http/security-txt.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { serveWebPages } from "./http/web-pages.ts";
import { limitCostlyWork } from "./http/work-limits.ts";
import { inboxRoutes, wikiFindingRoutes } from "./inbox/index.ts";
import { channelRoutes } from "./ingest/channels/index.ts";
import { chatNotificationRoutes, signedEventRoutes } from "./ingest/live/index.ts";
import { integrationRoutes } from "./integrations/index.ts";
import { articleRoutes, dedupeRoutes, editingRoutes, guardArticles, retentionRoutes } from "./library/index.ts";
import { getRequestLogger } from "./log.ts";
import { notificationRoutes } from "./notifications/index.ts";
import {
  apiKeyRoutes,
  connectedAppRoutes,
  mcpRoutes,
  oauthRoutes,
  publicApiRoutes,
  webhookRoutes,
} from "./public-api/index.ts";
import { languageModelRoutes, modelCostRoutes, settingsRoutes } from "./settings/index.ts";
import { statusRoutes } from "./status/index.ts";
import { wikiEventRoutes, wikiEventSettingRoutes, wikiRepairRoutes, wikiRoutes } from "./wiki/index.ts";
import { wikiHealthRoutes } from "./wiki-health/index.ts";
import {
  accountRoutes,
  authenticateRequests,
  describeSessionCookie,
  findSession,
  invitationRoutes,
  peopleRoutes,
  presenceRoutes,
  provisioningRoutes,
  redirectPasswordPages,
  scimRoutes,
  secondFactorRoutes,
  singleSignOnRoutes,
} from "./workspace/index.ts";

const WEB_ROOT = fileURLToPath(new URL("../dist/web", import.meta.url));
const MAX_CLOSING_MS = 6_000;

const MODULE_ROUTES: readonly ((app: FastifyInstance, deps: Deps) => void | Promise<void>)[] = [
  accountRoutes,
  billingRoutes,
  provisioningRoutes,
  singleSignOnRoutes,
  peopleRoutes,
  presenceRoutes,
  invitationRoutes,
  scimRoutes,
  secondFactorRoutes,
  settingsRoutes,
  languageModelRoutes,
  modelCostRoutes,
  retentionRoutes,
  activityRoutes,
  auditRoutes,
  statusRoutes,
  integrationRoutes,
  wikiRoutes,
  wikiEventSettingRoutes,
  wikiRepairRoutes,
  wikiHealthRoutes,
  channelRoutes,
  articleRoutes,
  articleActionRoutes,
  askRoutes,
  answerRoutes,
  openQuestionRoutes,
  dedupeRoutes,
  editingRoutes,
  inboxRoutes,
  wikiFindingRoutes,
  notificationRoutes,
  analysisRoutes,
  modelWaitingRoutes,
  modelTrialRoutes,
  writingPreviewRoutes,
  apiKeyRoutes,
  connectedAppRoutes,
  webhookRoutes,
  publicApiRoutes,
  mcpRoutes,
  oauthRoutes,
  wikiEventRoutes,
];

/**
 * A load balancer may still send requests to a process that stops. The requests are served, with the header that closes
 * the connection.
 */
const HTTP = {
  http: { headersTimeout: 10_000, requestTimeout: 0, connectionsCheckingInterval: 5_000 },
  return503OnClosing: false,
};

/**
 * Builds the web server. Use `listen` to open a port, or `inject` in tests. `close` ends event streams and waits up to
 * 6 s for other answers. `add` registers the caller's routes, such as the demo's first page.
 */
export async function buildApp(
  deps: Deps,
  { webRoot = WEB_ROOT, isStopping = (): boolean => false, add = (_app: FastifyInstance): void => undefined } = {},
): Promise<FastifyInstance> {
  const { env, db } = deps;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    requestIdHeader: false,
    childLoggerFactory: (parent, bindings, options) => getRequestLogger(parent, bindings, options),
    // Uses a received request id only if it cannot be a secret, because ids are logged.
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      return typeof given === "string" && /^[0-9a-f-]{16,64}$/i.test(given) ? given : randomUUID();
    },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as never),
    ...HTTP,
    routerOptions: { maxParamLength: 200 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  traceRequests(app);
  logRequests(app);
  recordSecurityEvents(app, deps);
  limitClosing(app);
  handleErrors(app);
  parseJsonBodies(app);
  limitBodyTime(app);
  setSecurityHeaders(app, { isHttps: env.PUBLIC_URL.startsWith("https:"), analytics: env.ANALYTICS_SCRIPT_URL });
  refuseCrossSiteWrites(app, { publicUrl: env.PUBLIC_URL });
  await app.register(cookie);
  authenticateRequests(app, deps);
  refuseUnstorableInput(app);
  redirectPasswordPages(app, deps);
  limitCostlyWork(app, db);
  guardArticles(app, deps);
  recordWrites(app, deps);
  compressResponses(app);
  await app.register(compress, { threshold: 1024 });
  serveMetrics(app, deps);
  await describeApi(app, describeSessionCookie(env.PUBLIC_URL).name);

  healthRoutes(app, deps, isStopping);
  serveBrowserEvents(app, {
    events: deps.events,
    isAlive: async (sessionHash, workspaceId) => (await findSession(db, sessionHash))?.workspaceId === workspaceId,
    mayRead: (reader, channelIds) => inWorkspaceAs(db, reader, (scope) => mayReadChannels(scope, channelIds)),
  });
  for (const addRoutes of MODULE_ROUTES) await addRoutes(app, deps);
  await signedEventRoutes(app, deps, handleChatInteraction);
  chatNotificationRoutes(app, deps);
  serveSecurityTxt(app, env);
  await serveWebPages(app, webRoot, env);
  add(app);
  await app.ready();
  return app;
}

/** Logs each answer with its route's pattern, because the path may contain a token. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.viewer && { workspaceId: request.viewer.workspaceId, userId: request.viewer.userId }),
      },
      "request",
    );
  });
}

function limitClosing(app: FastifyInstance): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), MAX_CLOSING_MS);
    timer.unref();
    app.server.once("close", () => clearTimeout(timer));
  });
}
