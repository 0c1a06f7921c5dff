import type { FastifyInstance } from "fastify";
import { invitationEndpoints } from "../../../shared/contract/invitations.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { enterWorkspace, joinWorkspace, leaveWorkspace, listWorkspaces } from "../memberships/workspaces.ts";
import { listInvitations } from "./invitation-queries.ts";
import {
  approveJoinRequest,
  changeNewcomerSettings,
  createInvitationLink,
  invitePeople,
  resendInvitation,
  revokeInvitation,
  revokeInvitationLink,
} from "./invite.ts";
import { listLinks, readNewcomerSettings } from "./join-link-queries.ts";

const success = { success: true as const };

export function invitationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  /** Ends the session's event streams, which belong to the previous workspace. */
  const endStreams = (sessionHash: string | null) => sessionHash && app.closeStreams(sessionHash);

  serveEndpoints(app, invitationEndpoints, {
    "GET /api/invitations": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listInvitations),
    "POST /api/invitations": async ({ viewer, body }) => ({ results: await invitePeople(deps, viewer, body) }),
    "POST /api/invitations/:id/resend": async ({ viewer, params }) => ({
      link: await resendInvitation(deps, viewer, params.id),
    }),
    "POST /api/invitations/:id/approve": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => approveJoinRequest(deps, scope, viewer, params.id));
      return success;
    },
    "DELETE /api/invitations/:id": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => revokeInvitation(deps, scope, viewer, params.id));
      return success;
    },
    "GET /api/invitation-links": ({ viewer }) => inWorkspace(db, viewer.workspaceId, listLinks),
    "POST /api/invitation-links": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => createInvitationLink(deps, scope, viewer, body)),
    "DELETE /api/invitation-links/:id": async ({ viewer, params }) => {
      await inWorkspace(db, viewer.workspaceId, (scope) => revokeInvitationLink(deps, scope, viewer, params.id));
      return success;
    },
    "GET /api/newcomers": ({ viewer }) => inWorkspace(db, viewer.workspaceId, readNewcomerSettings),
    "PUT /api/newcomers": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => changeNewcomerSettings(deps, scope, viewer, body)),

    "GET /api/workspaces": ({ viewer, request }) => listWorkspaces(deps, viewer, { onlyHere: request.isConfined }),
    "POST /api/workspaces/:id/enter": async ({ viewer, params, request }) => {
      await enterWorkspace(db, request.sessionHash, viewer, params.id);
      endStreams(request.sessionHash);
      return success;
    },
    "POST /api/workspaces/:id/join": async ({ viewer, params, request }) => {
      await joinWorkspace(deps, viewer, params.id);
      await enterWorkspace(db, request.sessionHash, viewer, params.id);
      endStreams(request.sessionHash);
      return success;
    },
    "DELETE /api/workspaces/:id/membership": async ({ viewer, params, request }) => {
      const ended = await leaveWorkspace(deps, { ...viewer, sessionHash: request.sessionHash }, params.id);
      for (const sessionHash of ended) app.closeStreams(sessionHash);
      endStreams(request.sessionHash);
      return success;
    },
  });
}
