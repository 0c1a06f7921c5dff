import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { consentRoutes, type IssuedTokens, type OAuthApp, OAuthAuthority, OAuthRefusal } from "../oauth.ts";
import type { NotionState } from "./state.ts";

export interface NotionOAuthOptions {
  apps: OAuthApp[];
  /** The page that Notion creates from the app's template for the person who authorizes the app. */
  templatePageId?: string;
}

/**
 * Creates the OAuth server of a public integration. Its access tokens do not expire. Refreshing a token revokes the
 * previous one.
 */
export const createNotionOAuth = (state: NotionState, { apps }: NotionOAuthOptions): OAuthAuthority =>
  new OAuthAuthority({
    apps,
    subjects: () => state.bots.map(({ id, workspace, name }) => ({ id, name: workspace ?? name })),
    lifetime: 10 * 365 * 24 * 3_600,
    graceMs: 0,
  });

interface OAuthContext {
  authority: OAuthAuthority;
  state: NotionState;
  templatePageId: string | undefined;
}

/** https://developers.notion.com/reference/create-a-token */
export function notionOAuthRoutes(app: FastifyInstance, { authority, state, templatePageId }: OAuthContext): void {
  consentRoutes(app, "/v1/oauth/authorize", "Notion", authority);

  app.post<{ Body: Record<string, string | undefined> }>("/v1/oauth/token", async (request, reply) => {
    const { body } = request;
    const [id, secret] = appOf(request);
    try {
      if (body["grant_type"] === "refresh_token")
        return answerOf(authority.renew(id, secret, body["refresh_token"] ?? ""));
      return answerOf(authority.redeem(id, secret, body["code"] ?? "", body["redirect_uri"] ?? ""));
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return error.code === "invalid_client"
        ? refuse(reply, 401, "invalid_client")
        : refuse(reply, 400, "invalid_grant");
    }
  });

  app.post<{ Body: Record<string, string | undefined> }>("/v1/oauth/revoke", async ({ body }) => {
    authority.revoke(body["token"] ?? "");
    return { request_id: "revoked" };
  });

  function answerOf({ access, refresh, subject }: IssuedTokens) {
    const bot = state.bots.find(({ id }) => id === subject);
    return {
      access_token: access,
      token_type: "bearer",
      refresh_token: refresh,
      bot_id: subject,
      workspace_icon: null,
      workspace_name: bot?.workspace ?? null,
      workspace_id: subject,
      owner: { type: "workspace", workspace: true },
      duplicated_template_id: templatePageId ?? null,
      request_id: "granted",
    };
  }
}

function appOf({ headers }: FastifyRequest): [string, string] {
  const encoded = /^Basic (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
  const [id = "", secret = ""] = Buffer.from(encoded, "base64").toString().split(":");
  return [id, secret];
}

const refuse = (reply: FastifyReply, status: number, error: string) => reply.code(status).send({ error });
