import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { KEY_SCOPE_NAMES, type KeyScope } from "../../../shared/domain/api-keys.ts";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../errors.ts";
import { toErrorResponse } from "../../http/error-responses.ts";
import { checkKey, type Program } from "../keys/check-key.ts";
import { buildChallenge } from "../oauth/addresses.ts";
import { checkAccessToken } from "../oauth/check-connection.ts";
import { createReadFunctions } from "../v1/reads.ts";

/** The scope that a call of the tool needs. */
const SCOPE_OF_TOOL: Readonly<Partial<Record<string, KeyScope>>> = {
  search: "articles",
  fetch: "articles",
  ask: "articles",
  list_recent_changes: "articles",
  report_problem: "reports",
};

/**
 * Serves MCP at /mcp, in the newest protocol and those of 2025. Requests do not depend on each other, so any process
 * can answer any request.
 */
export function mcpRoutes(app: FastifyInstance, deps: Deps): void {
  const reads = createReadFunctions(deps);
  const explain = (error: unknown) => {
    const { status, message } = toErrorResponse(error, "");
    if (status >= 500) deps.log.error({ err: error }, "A tool failed");
    return status >= 500 ? "An error occurred on the server. Try again in a moment." : message;
  };
  let handler: ReturnType<typeof loadHandler> | undefined;
  /** Loaded with the first request: loading the library takes long, and many installations have no agents. */
  const loadHandler = async () => {
    const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("./tools.ts"),
    ]);
    return createMcpHandler(
      ({ authInfo }) => createMcpServer(authInfo?.extra?.["program"] as Program, reads, explain),
      {
        onerror: (error) => deps.log.warn({ err: error }, "A request to the MCP server was refused"),
      },
    );
  };
  app.addHook("onClose", async () => (await handler)?.close());
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    onRequest: async (request, reply) => {
      const { PUBLIC_URL } = deps.env;
      refuseOtherOrigins(request, PUBLIC_URL);
      reply.header(
        "www-authenticate",
        buildChallenge(PUBLIC_URL, request.headers.authorization ? "invalid_token" : undefined),
      );
      request.program = (await checkAccessToken(deps, request, reply)) ?? (await checkKey(deps, request, reply));
      reply.removeHeader("www-authenticate");
      reply.headers({ "cache-control": "no-store", "x-accel-buffering": "no" });
    },
    handler: async (request, reply) => {
      const { program, body } = request;
      if (!program) throw new Error("Guarded before.");
      refuseWithoutScope(program, body, reply, deps.env.PUBLIC_URL);
      const authInfo = { token: "", clientId: program.id, scopes: program.scopes, extra: { program } };
      handler ??= loadHandler();
      const answer = await (await handler).fetch(webRequest(request, deps.env.PUBLIC_URL), {
        authInfo,
        parsedBody: body,
      });
      return send(reply, answer);
    },
  });
}

/**
 * Accepts only the server's own origin, to prevent DNS rebinding.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
function refuseOtherOrigins({ headers: { origin } }: FastifyRequest, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw forbidden("This request came from another website and was refused.");
}

/** Tells an app which scope it has to request for a tool. */
function refuseWithoutScope({ kind, scopes }: Program, body: unknown, reply: FastifyReply, publicUrl: string): void {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } };
  const scope = method === "tools/call" ? SCOPE_OF_TOOL[String(params?.name)] : undefined;
  if (kind !== "app" || !scope || scopes.includes(scope)) return;
  reply.header("www-authenticate", buildChallenge(publicUrl, "insufficient_scope"));
  throw forbidden(`This app lacks the scope ‘${scope}’: ${KEY_SCOPE_NAMES[scope]}.`);
}

function webRequest({ method, headers, body }: FastifyRequest, origin: string): Request {
  const passed = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === "string" && name !== "authorization" && name !== "cookie") passed.set(name, value);
  return new Request(`${origin}/mcp`, {
    method,
    headers: passed,
    ...(method === "POST" && { body: JSON.stringify(body) }),
  });
}

function send(reply: FastifyReply, { status, headers, body }: Response): FastifyReply {
  reply.code(status);
  for (const [name, value] of headers) if (name !== "content-length") reply.header(name, value);
  return reply.send(body ? Readable.fromWeb(body as ReadableStream) : "");
}
