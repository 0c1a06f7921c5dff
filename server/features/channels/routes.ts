import type { FastifyInstance } from "fastify";
import { channelEndpoints } from "../../../shared/contract/channels.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serve } from "../../http/routes.ts";
import { availableSlackChannels } from "./available-channels.ts";
import { availableSpaces, availableTeamsChannels } from "./available-spaces.ts";
import { monitorChannel } from "./monitor-channel.ts";
import { countByChannel, deleteChannel, listChannels, updateChannel } from "./queries.ts";
import { channelView, collaborationChannelView } from "./views.ts";

export function channelRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, events } = deps;

  serve(app, channelEndpoints, {
    "GET /api/channels": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const counts = await countByChannel(scope);
        return (await listChannels(scope)).map((row) => channelView(row, counts));
      }),

    "POST /api/channels": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) =>
        channelView(await monitorChannel(deps, scope, body), await countByChannel(scope)),
      ),

    "DELETE /api/channels/:id": ({ viewer, params }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await deleteChannel(scope, params.id);
        await events.notify(scope, { type: "channel", id: params.id });
        return { success: true as const };
      }),

    "GET /api/slack/channels": ({ viewer }) => availableSlackChannels(deps, viewer.workspaceId),

    "GET /api/google-chat/spaces": ({ viewer, query }) =>
      availableSpaces(deps, viewer.workspaceId, query.integrationId),

    "GET /api/teams/channels": ({ viewer, query }) =>
      availableTeamsChannels(deps, viewer.workspaceId, query.integrationId),

    "GET /api/collaboration-channels": ({ viewer }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => (await listChannels(scope)).map(collaborationChannelView)),

    "POST /api/collaboration-channels": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) =>
        collaborationChannelView(await monitorChannel(deps, scope, body)),
      ),

    "PATCH /api/collaboration-channels/:id": ({ viewer, params, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        const row = await updateChannel(scope, params.id, { isActive: body.isActive });
        await events.notify(scope, { type: "channel", id: params.id });
        return collaborationChannelView(row);
      }),
  });
}
