import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import type { Provider } from "oidc-provider";
import { BRAND } from "../../../shared/domain/brand.ts";
import type { Deps } from "../../deps.ts";
import { getNetwork } from "../../http/network.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { APP_SCOPES, getTokenResource, OAUTH_PATHS, RESOURCE_METADATA_PATH } from "./addresses.ts";
import { consentRoutes } from "./consent.ts";
import { forwardToAuthorizationServer } from "./hand-over.ts";
import { clientRegistrationRoutes } from "./register.ts";

const PER_NETWORK = { limit: 300, windowSeconds: 10 * 60 };

/**
 * Serves the routes by which programs get access to the MCP server with a person's consent: OAuth 2.1 as MCP requires
 * (docs/decisions/049).
 */
export function oauthRoutes(app: FastifyInstance, deps: Deps): void {
  const { env, db } = deps;
  // Loaded with the first program, because most processes never need the library.
  let made: Promise<Provider> | undefined;
  const provider = () =>
    (made ??= import("./provider.ts").then(({ createAuthorizationServer }) => createAuthorizationServer(deps)));
  const config = { access: "public" } as const;
  serveMetadata(app, env.PUBLIC_URL);
  clientRegistrationRoutes(app, deps, provider);

  app.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: 16 * 1024 });
    consentRoutes(pages, deps, provider);
  });

  app.register(async (server) => {
    // The authorization server parses its forms itself.
    server.addContentTypeParser("application/x-www-form-urlencoded", (_request, _body, done) => done(null));
    server.addHook("onRequest", async ({ ip }) => {
      await enforceRateLimit(db, `oauth ${getNetwork(ip)}`, PER_NETWORK);
    });
    server.get(OAUTH_PATHS.authorize, { config }, async (request, reply) => {
      request.raw.url = withOwnScopes(request.url);
      return forwardToAuthorizationServer(await provider(), env.PUBLIC_URL, request, reply);
    });
    server.get(`${OAUTH_PATHS.authorize}/:uid`, { config }, async (request, reply) =>
      forwardToAuthorizationServer(await provider(), env.PUBLIC_URL, request, reply),
    );
    for (const path of [OAUTH_PATHS.token, OAUTH_PATHS.revoke])
      server.post(path, async (request, reply) =>
        forwardToAuthorizationServer(await provider(), env.PUBLIC_URL, request, reply),
      );
  });
}

/** Removes unknown scopes. A request without any known scope asks for all. */
function withOwnScopes(address: string): string {
  const url = new URL(address, "http://localhost");
  const asked = url.searchParams.getAll("scope").join(" ").split(" ");
  const own = APP_SCOPES.filter((scope) => asked.includes(scope));
  url.searchParams.set("scope", (own.length > 0 ? own : APP_SCOPES).join(" "));
  return url.pathname + url.search;
}

function serveMetadata(app: FastifyInstance, publicUrl: string): void {
  const resource = {
    resource: getTokenResource(publicUrl),
    authorization_servers: [publicUrl],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: BRAND,
    resource_documentation: `${publicUrl}/docs/api`,
  };
  const server = {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + OAUTH_PATHS.authorize,
    token_endpoint: publicUrl + OAUTH_PATHS.token,
    registration_endpoint: publicUrl + OAUTH_PATHS.register,
    revocation_endpoint: publicUrl + OAUTH_PATHS.revoke,
    scopes_supported: APP_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
  for (const path of ["/.well-known/oauth-protected-resource", RESOURCE_METADATA_PATH])
    app.get(path, async (_request, reply) => reply.header("access-control-allow-origin", "*").send(resource));
  for (const suffix of ["", "/mcp"])
    app.get(`/.well-known/oauth-authorization-server${suffix}`, async (_request, reply) =>
      reply.header("access-control-allow-origin", "*").send(server),
    );
}
