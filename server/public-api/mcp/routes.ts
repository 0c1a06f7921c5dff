import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import { toAnswer } from "../../http/error-answers.ts";
import { checkKey, type Program } from "../keys/check-key.ts";
import { readsFor } from "../v1/reads.ts";
import { serverFor } from "./tools.ts";

/** The MCP server at /mcp: each request is answered by itself, whatever process it reaches, in the newest revision and those of 2025. */
export function mcpRoutes(app: FastifyInstance, deps: Deps): void {
  const reads = readsFor(deps);
  const explain = (error: unknown) => {
    const { status, message } = toAnswer(error, "");
    if (status >= 500) deps.log.error({ err: error }, "A tool failed");
    return status >= 500 ? "An error occurred on the server. Try again in a moment." : message;
  };
  const handler = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo?.extra?.["program"] as Program, reads, explain),
    {
      onerror: (error) => deps.log.warn({ err: error }, "A request to the MCP server was refused"),
    },
  );
  app.addHook("onClose", () => handler.close());
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: "/mcp",
    onRequest: async (request, reply) => {
      reply.header("www-authenticate", 'Bearer realm="MCP"');
      request.program = await checkKey(deps, request, reply);
      reply.removeHeader("www-authenticate");
      reply.headers({ "cache-control": "no-store", "x-accel-buffering": "no" });
    },
    handler: async (request, reply) => {
      const { program, body } = request;
      if (!program) throw new Error("Guarded before.");
      const authInfo = { token: "", clientId: program.id, scopes: program.scopes, extra: { program } };
      const answer = await handler.fetch(webRequest(request, deps.env.PUBLIC_URL), { authInfo, parsedBody: body });
      return send(reply, answer);
    },
  });
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
