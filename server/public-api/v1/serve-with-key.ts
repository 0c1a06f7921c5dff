import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { z } from "zod";
import type { KeyEndpoint } from "../../../shared/contract/public-api.ts";
import type { Deps } from "../../deps.ts";
import { checkKey, type Program, requireScope } from "../keys/check-key.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The program to which the key of a public API call belongs. */
    program: Program | null;
  }
}

type Part<E extends KeyEndpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : undefined;

interface KeyRequest<E extends KeyEndpoint> {
  params: Part<E, "params">;
  query: Part<E, "query">;
  body: Part<E, "body">;
  program: Program;
  request: FastifyRequest;
}

export type KeyHandlers<T extends Readonly<Record<string, KeyEndpoint>>> = {
  [K in keyof T]: (given: KeyRequest<T[K] & KeyEndpoint>) => Promise<z.input<(T[K] & KeyEndpoint)["response"]>>;
};

/**
 * Serves a table of public API endpoints. Refuses a call without a key, or without the key's scope, before the body is
 * read.
 */
export function serveWithKey<const T extends Readonly<Record<string, KeyEndpoint>>>(
  app: FastifyInstance,
  deps: Deps,
  table: T,
  handlers: KeyHandlers<T>,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  for (const [key, endpoint] of Object.entries(table) as [keyof T & string, KeyEndpoint][]) {
    const [method, url] = key.split(" ") as [HTTPMethods, string];
    const handler = handlers[key] as unknown as (given: object) => Promise<unknown>;
    typed.route({
      method,
      url,
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      onRequest: async (request, reply) => {
        reply.header("www-authenticate", 'Bearer realm="API"');
        const program = await checkKey(deps, request, reply);
        reply.removeHeader("www-authenticate");
        requireScope(program, endpoint.scope, endpoint.needs);
        request.program = program;
      },
      handler: async (request) => {
        const { params, query, body, program } = request;
        return handler({ params, query, body, program, request });
      },
    });
  }
}
