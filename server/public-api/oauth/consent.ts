import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { recordActivity } from "../../activity/index.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { sendPage } from "../../http/pages/page.ts";
import type { Viewer } from "../../http/routes.ts";
import { formatAccountId } from "./account-id.ts";
import { APP_SCOPES, getTokenResource, LONGEST_GRANT_DAYS, OAUTH_PATHS } from "./addresses.ts";
import { cleanClientName } from "./client-metadata.ts";
import { findConsentNames } from "./connection-queries.ts";
import { buildConsentPage, getFormTarget, getRedirectHost, renderTooManyPage } from "./consent-page.ts";
import { sendProblem } from "./hand-over.ts";
import { insertGrant } from "./oauth-queries.ts";
import { isRefusal } from "./refusal.ts";

const MOST_GRANTS = 50;

type ConsentRequest = FastifyRequest<{ Params: { uid: string }; Body: Record<string, unknown> | undefined }>;

/**
 * Serves the page on which a person allows or denies a program to read the workspace with the person's rights. A cookie
 * ties the request to its browser. The answer is tied to the page's session and workspace.
 */
export function consentRoutes(app: FastifyInstance, deps: Deps, provider: () => Promise<Provider>): void {
  const { db, secrets, env } = deps;
  const config = { access: "public" } as const;
  const path = `${OAUTH_PATHS.consent}/:uid`;
  const proofFor = ({ params, sessionHash, viewer }: ConsentRequest) =>
    secrets.hmac(`${params.uid} ${sessionHash} ${viewer?.workspaceId} ${viewer?.userId}`, "oauth consent");

  const ask = async (request: ConsentRequest, reply: FastifyReply, { viewer, asked }: ConsentAnswer) => {
    const names = await inWorkspace(db, viewer.workspaceId, (scope) => findConsentNames(scope, viewer.userId));
    const policy = String(reply.getHeader("content-security-policy") ?? "");
    // Browsers also apply form-action to the redirect that follows the form.
    const extended = policy.replace("form-action 'self'", `$& ${getFormTarget(asked.redirectUri)}`);
    reply.header("content-security-policy", extended);
    const page = buildConsentPage({ ...asked, ...names, action: request.url, proof: proofFor(request) });
    return sendPage(reply, 200, page);
  };

  app.get<{ Params: { uid: string } }>(path, { config }, async (request, reply) => {
    if (!request.viewer) return reply.redirect(`/api/login?next=${encodeURIComponent(request.url)}`, 303);
    const asked = await findProgramRequest(await provider(), request, reply);
    if (!asked) return sendProblem(reply, EXPIRED);
    return ask(request as ConsentRequest, reply, { viewer: request.viewer, asked });
  });

  app.post<{ Params: { uid: string }; Body: Record<string, unknown> | undefined }>(
    path,
    { config },
    async (request, reply) => {
      const { viewer, body } = request;
      if (!viewer) return reply.redirect(`/api/login?next=${encodeURIComponent(request.url)}`, 303);
      const asked = await findProgramRequest(await provider(), request, reply);
      if (!asked) return sendProblem(reply, EXPIRED);
      if (body?.["proof"] !== proofFor(request as ConsentRequest))
        return ask(request as ConsentRequest, reply, { viewer, asked });
      if (body["answer"] !== "allow") {
        const refused = { error: "access_denied", error_description: "The person said no" };
        return reply.redirect(await (await provider()).interactionResult(request.raw, reply.raw, refused), 303);
      }
      const grantId = newId();
      const resource = getTokenResource(env.PUBLIC_URL);
      const isMade = await inWorkspace(db, viewer.workspaceId, async (scope) => {
        const { clientId, clientName, redirectUri, scopes } = asked;
        const place = { clientId, clientName, redirectHost: getRedirectHost(redirectUri), scopes, resource };
        const grant = { id: grantId, userId: viewer.userId, ...place, days: LONGEST_GRANT_DAYS };
        if (!(await insertGrant(scope, grant, MOST_GRANTS))) return false;
        const message = `The app ‘${clientName}’ was connected.`;
        await recordActivity(scope, deps.events, { type: "change", message, by: viewer.userId });
        return true;
      });
      if (!isMade) return sendPage(reply, 409, renderTooManyPage(MOST_GRANTS));
      const login = { accountId: formatAccountId(viewer), remember: false };
      return reply.redirect(
        await (await provider()).interactionResult(request.raw, reply.raw, { login, consent: { grantId } }),
        303,
      );
    },
  );
}

const EXPIRED = { status: 400, message: "the question has expired, or was asked in another browser" };

interface ConsentAnswer {
  viewer: Viewer;
  asked: AskedByProgram;
}

interface AskedByProgram {
  clientId: string;
  clientName: string;
  redirectUri: string;
  scopes: (typeof APP_SCOPES)[number][];
}

/** The program's request; null if it came from another browser or has expired. */
async function findProgramRequest(
  provider: Provider,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
): Promise<AskedByProgram | null> {
  try {
    const { uid, params } = await provider.interactionDetails(request.raw, reply.raw);
    const clientId = String(params["client_id"]);
    const client = uid === request.params.uid ? await provider.Client.find(clientId) : undefined;
    if (!client) return null;
    const wanted = String(params["scope"] ?? "").split(" ");
    return {
      clientId,
      clientName: cleanClientName(client.clientName ?? "") || clientId.slice(0, 100),
      redirectUri: String(params["redirect_uri"]),
      scopes: APP_SCOPES.filter((scope) => wanted.includes(scope)),
    };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
