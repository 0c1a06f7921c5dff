import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyReply } from "fastify";
import yazl from "yazl";
import type { z } from "zod";
import type { ChatPlatform } from "../../connectors/manifests.ts";
import { integrationEndpoints } from "../../shared/contract/integrations.ts";
import { can } from "../../shared/domain/access.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { checkPlatformLimit } from "../billing/usage/index.ts";
import { newId } from "../db/new-id.ts";
import { inWorkspace, readInWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { type EndpointHandlers, serveEndpoints, type Viewer } from "../http/routes.ts";
import { addChat, changeChat, removeChat, testChat } from "./change-chat-integration.ts";
import { changeKnowledgeIntegration, dropDefaultSettings } from "./change-knowledge-integration.ts";
import { changePageTree } from "./change-page-tree.ts";
import { changeTargetReaders } from "./change-readers.ts";
import { setChannelRule } from "./channel-rules.ts";
import { listChatIntegrations } from "./chat-integration-queries.ts";
import { testKnowledgeIntegration } from "./check.ts";
import { deleteGrant } from "./connect/queries.ts";
import { revokeGrant } from "./connect/revoke-grant.ts";
import { connectionRoutes } from "./connect/routes.ts";
import { parseEnteredSecret, sealApiKey } from "./credentials.ts";
import { onlyNewArticlesChosen, targetRemoved } from "./events.ts";
import {
  countArticlesByIntegration,
  deleteKnowledgeIntegration,
  getKnowledgeIntegration,
  insertKnowledgeIntegration,
  listKnowledgeIntegrations,
  listReaderChannels,
} from "./knowledge-integration-queries.ts";
import { deleteUselessAccounts } from "./own-accounts/own-accounts.ts";
import { proveByReadingMessage, proveByTestPage } from "./prove.ts";
import { refuseUsedDestination } from "./refuse-used-destination.ts";
import { saveCheckedKnowledgeIntegration } from "./save-checked.ts";
import { checkKnowledgeFields } from "./validate.ts";
import { hasPageTree, viewChatIntegration, viewIntegration } from "./views.ts";

type NewIntegration = z.output<(typeof integrationEndpoints)["POST /api/integrations"]["body"]>;

export function integrationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  connectionRoutes(app, deps);

  serveEndpoints(app, integrationEndpoints, {
    "GET /api/integrations": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, async (scope) => {
        const usage = await readUsage(scope, viewer);
        return (await listKnowledgeIntegrations(scope)).map((row) => viewIntegration(row, usage(row.id)));
      }),

    "POST /api/integrations": ({ viewer, body }) => addKnowledge(deps, viewer.workspaceId, body),

    "PUT /api/integrations/:id": async ({ viewer, params, body }) => {
      const { stored, ...saved } = await saveCheckedKnowledgeIntegration(deps, viewer.workspaceId, async (scope) => {
        const changed = await changeKnowledgeIntegration(deps, scope, params.id, body);
        return { ...changed, usage: (await readUsage(scope))(params.id) };
      });
      if (stored.given) await revokeGrant(deps, stored.given);
      return savedView(saved, stored.usage);
    },

    "PUT /api/integrations/:id/readers": ({ viewer, params, body }) =>
      saveReaders(deps, viewer.workspaceId, { id: params.id, ...body, by: viewer.userId }),

    "PUT /api/integrations/:id/page-tree": ({ viewer, params, body }) =>
      savePageTree(deps, viewer.workspaceId, { id: params.id, ...body, by: viewer.userId }),

    "DELETE /api/integrations/:id": ({ viewer, params }) => removeKnowledge(deps, viewer.workspaceId, params.id),

    "POST /api/integrations/:id/test": async ({ viewer, params }) => {
      const row = await inWorkspace(db, viewer.workspaceId, (scope) => getKnowledgeIntegration(scope, params.id));
      return knowledgeTestView(await testKnowledgeIntegration(deps, row));
    },

    "GET /api/collaboration-integrations": ({ viewer }) =>
      readInWorkspace(db, viewer.workspaceId, async (scope) =>
        (await listChatIntegrations(scope)).map((row) => viewChatIntegration(row, deps.env)),
      ),

    "POST /api/collaboration-integrations": ({ viewer, body }) => addChat(deps, viewer.workspaceId, body),

    "PATCH /api/collaboration-integrations/:id": ({ viewer, params, body }) =>
      changeChat(deps, viewer.workspaceId, params.id, body),

    "DELETE /api/collaboration-integrations/:id": ({ viewer, params }) =>
      removeChat(deps, viewer.workspaceId, params.id),

    "GET /api/app-packages/:platform": ({ params, query, reply }) =>
      sendAppPackage(deps, reply, { ...params, ...query }),

    "PUT /api/collaboration-integrations/:id/channel-rule": ({ viewer, params, body }) =>
      saveRule(deps, viewer.workspaceId, { id: params.id, ...body, by: viewer.userId }),

    "POST /api/collaboration-integrations/:id/test": ({ viewer, params }) =>
      testChat(deps, viewer.workspaceId, params.id),

    ...proofs(deps),
  });
}

const proofs = (deps: Deps) =>
  ({
    "POST /api/integrations/:id/test-page": ({ viewer, params }) =>
      proveByTestPage(deps, viewer.workspaceId, params.id),
    "POST /api/collaboration-integrations/:id/last-message": ({ viewer, params }) =>
      proveByReadingMessage(deps, viewer.workspaceId, params.id),
  }) satisfies Partial<EndpointHandlers<typeof integrationEndpoints>>;

const saveReaders = (deps: Deps, workspaceId: string, change: Parameters<typeof changeTargetReaders>[2]) =>
  inWorkspace(deps.db, workspaceId, async (scope) => {
    const row = await changeTargetReaders(deps, scope, change);
    return viewIntegration(row, (await readUsage(scope))(row.id));
  });

const savePageTree = (deps: Deps, workspaceId: string, change: Parameters<typeof changePageTree>[2]) =>
  inWorkspace(deps.db, workspaceId, async (scope) => {
    const row = await changePageTree(deps, scope, change);
    return viewIntegration(row, (await readUsage(scope))(row.id));
  });

async function removeKnowledge(deps: Deps, workspaceId: string, id: string) {
  const given = await inWorkspace(deps.db, workspaceId, async (scope) => {
    await targetRemoved.announce(deps, scope, { integrationId: id });
    const { grantId } = await deleteKnowledgeIntegration(scope, id);
    await deps.events.notify(scope, { type: "integration", id });
    const ofIntegration = grantId && (await deleteGrant(scope, grantId));
    const ofPeople = await deleteUselessAccounts(deps, scope, await listKnowledgeIntegrations(scope));
    return [...(ofIntegration ? [ofIntegration] : []), ...ofPeople];
  });
  for (const grant of given) await revokeGrant(deps, grant);
  return { success: true as const };
}

const saveRule = (deps: Deps, workspaceId: string, change: Parameters<typeof setChannelRule>[2]) =>
  inWorkspace(deps.db, workspaceId, async (scope) =>
    viewChatIntegration(await setChannelRule(deps, scope, change), deps.env),
  );

async function addKnowledge(deps: Deps, workspaceId: string, body: NewIntegration) {
  const { name, type, spaceId, baseUrl = "" } = body;
  const settings = dropDefaultSettings(body.settings ?? {});
  const apiKey = parseEnteredSecret(body.apiKey) ?? "";
  checkKnowledgeFields(type, { ...settings, apiKey, spaceId, baseUrl });
  const { stored: _, ...saved } = await saveCheckedKnowledgeIntegration(deps, workspaceId, async (scope) => {
    await refuseUsedDestination(deps, scope, { type, baseUrl, spaceId });
    await checkPlatformLimit(deps, scope);
    const id = newId();
    const row = await insertKnowledgeIntegration(scope, {
      workspaceId,
      id,
      name: name.trim(),
      type,
      baseUrl: baseUrl.trim(),
      spaceId: spaceId.trim(),
      settings,
      isArranged: hasPageTree(type),
      ...sealApiKey(deps.secrets, workspaceId, id, apiKey),
    });
    if (body.existing === "leave") await onlyNewArticlesChosen.announce(deps, scope, { integrationId: id });
    if (body.existing === "leave") await onlyNewArticlesChosen.announce(deps, scope, { integrationId: id });
    await deps.events.notify(scope, { type: "integration", id });
    return { row, isNewPlace: true };
  });
  return savedView(saved, { published: 0, readers: [] });
}

/**
 * Reads the number of published articles and the readers of each integration. Names of private channels are included
 * only for people who may choose the readers.
 */
async function readUsage(
  scope: WorkspaceScope,
  viewer: Viewer | null = null,
): Promise<(id: string) => IntegrationUsage> {
  const published = await countArticlesByIntegration(scope);
  const known = await listReaderChannels(scope);
  const seesNames = viewer === null || can(viewer, "change", "integrations");
  const unnamed = { name: "a private channel" };
  const readers = seesNames
    ? known
    : new Map([...known].map(([id, list]) => [id, list.map((channel) => ({ ...channel, ...unnamed }))]));
  return (id) => ({ published: published.get(id) ?? 0, readers: readers.get(id) ?? [] });
}

type IntegrationUsage = Parameters<typeof viewIntegration>[1];

function savedView(
  { row, notTested }: Pick<Awaited<ReturnType<typeof saveCheckedKnowledgeIntegration>>, "row" | "notTested">,
  usage: IntegrationUsage,
) {
  return { ...viewIntegration(row, usage), ...(notTested && { notTested }) };
}

function knowledgeTestView({ works, message, warnings }: Awaited<ReturnType<typeof testKnowledgeIntegration>>) {
  const details = [message, ...warnings].join(" ");
  if (!works) return { valid: false, error: message, details: null };
  return { valid: true, error: null, details, ...(warnings.length > 0 && { warnings }) };
}

/** Sends the ZIP file that a platform accepts as a workspace's own app. */
async function sendAppPackage(
  { connectors, env }: Deps,
  reply: FastifyReply,
  { platform, appId }: { platform: ChatPlatform; appId: string },
): Promise<never> {
  const source = connectors.sources[platform];
  if (!source.appPackage) throw new AppError("not-found", "Nothing is uploaded to this platform.");
  const zip = new yazl.ZipFile();
  for (const { name, content } of source.appPackage(appId, env.PUBLIC_URL)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const file = `${BRAND.toLowerCase()}-${platform}-app.zip`;
  reply.type("application/zip").header("content-disposition", `attachment; filename="${file}"`);
  // The bytes are sent unchanged, without the answer's schema.
  return reply.send(await buffer(zip.outputStream)) as never;
}
