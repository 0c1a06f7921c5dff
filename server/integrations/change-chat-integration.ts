import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { getManifest } from "../../connectors/manifests.ts";
import type { integrationEndpoints } from "../../shared/contract/integrations.ts";
import { newId } from "../db/new-id.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  deleteChatIntegration,
  getChatIntegration,
  insertChatIntegration,
  updateChatIntegration,
} from "./chat-integration-queries.ts";
import { testChatIntegration } from "./check.ts";
import { deleteGrant } from "./connect/queries.ts";
import { revokeGrant } from "./connect/revoke-grant.ts";
import { sealChatFields } from "./credentials.ts";
import { dropChangedProofs } from "./proofs.ts";
import { saveCheckedChatIntegration } from "./save-checked.ts";
import { checkChatFields } from "./validate.ts";
import { viewChatIntegration } from "./views.ts";

type Body<Key extends "POST /api/collaboration-integrations" | "PATCH /api/collaboration-integrations/:id"> = z.output<
  (typeof integrationEndpoints)[Key]["body"]
>;

export async function removeChat(deps: Deps, workspaceId: string, id: string) {
  const given = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const grantId = await deleteChatIntegration(scope, id);
    await deps.events.notify(scope, { type: "integration", id });
    return grantId && deleteGrant(scope, grantId);
  });
  if (given) await revokeGrant(deps, given);
  return { success: true as const };
}

export async function testChat(deps: Deps, workspaceId: string, id: string) {
  const row = await inWorkspace(deps.db, workspaceId, (scope) => getChatIntegration(scope, id));
  const { works: success, message, warnings } = await testChatIntegration(deps, row);
  return { success, message, warnings };
}

export async function addChat(deps: Deps, workspaceId: string, body: Body<"POST /api/collaboration-integrations">) {
  checkChatFields(getManifest(body.platform), body.config);
  const { row, notTested } = await saveCheckedChatIntegration(deps, workspaceId, async (scope) => {
    const begun = { workspaceId, id: newId(), platform: body.platform, config: {}, secrets: {} };
    const stored = sealChatFields(deps.secrets, begun, body.config);
    const inserted = await insertChatIntegration(scope, { ...begun, ...stored, name: body.name.trim() });
    await deps.events.notify(scope, { type: "integration", id: inserted.id });
    return { row: inserted, isTried: true, isNew: true };
  });
  return { ...viewChatIntegration(row, deps.env), ...(notTested && { notTested }) };
}

export async function changeChat(
  deps: Deps,
  workspaceId: string,
  id: string,
  body: Body<"PATCH /api/collaboration-integrations/:id">,
) {
  const {
    stored: saved,
    row,
    notTested,
  } = await saveCheckedChatIntegration(deps, workspaceId, async (scope) => {
    const before = await getChatIntegration(scope, id);
    if (body.config) checkChatFields(getManifest(before.platform), body.config);
    const stored = body.config && sealChatFields(deps.secrets, before, body.config);
    const { connect }: ConnectorManifest = getManifest(before.platform);
    const isReplaced = before.grantId !== null && connect && stored?.secrets[connect.field] !== undefined;
    await updateChatIntegration(scope, id, {
      ...(isReplaced && { grantId: null }),
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.isActive !== undefined && { isActive: body.isActive }),
      ...(stored && { ...stored, trouble: null, proofs: dropChangedProofs(before, stored.secrets) }),
    });
    await deps.events.notify(scope, { type: "integration", id });
    const of = isReplaced && before.grantId ? await deleteGrant(scope, before.grantId) : null;
    return {
      row: await getChatIntegration(scope, id),
      given: of,
      isTried: stored !== undefined,
      isNew: !isDeepStrictEqual(stored, { config: before.config, secrets: before.secrets }),
    };
  });
  if (saved.given) await revokeGrant(deps, saved.given);
  const trouble = body.config && row.trouble;
  return { ok: true as const, ...(trouble && { trouble }), ...(notTested && { notTested }) };
}
