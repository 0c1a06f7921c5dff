import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySerializerCompiler, HTTPMethods } from "fastify";
import { ResponseSerializationError, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { z } from "zod";
import { type $ZodType, compile, safeParse } from "zod/v4/core";
import type { Endpoint, EndpointTable } from "../../shared/contract/endpoint.ts";
import type { Membership, Permission } from "../../shared/domain/access.ts";
import { AppError } from "../errors.ts";

/** The signed-in person, set by the session plugin on every request with a valid session. */
export interface Viewer {
  userId: string;
  workspaceId: string;
  /** The person's membership, read from the database for this request, so that a change takes effect at the next request. */
  membership: Membership;
}

declare module "fastify" {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    access?: "public" | "session";
    needs?: Permission;
    readableArticle?: "id";
    openWhenExpired?: true;
  }
}

type Part<E extends Endpoint, K extends "params" | "query" | "body"> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : undefined;

/** A request to an endpoint for its handler, already validated by the endpoint's schemas. */
export interface EndpointRequest<E extends Endpoint> {
  params: Part<E, "params">;
  query: Part<E, "query">;
  body: Part<E, "body">;
  /**
   * The signed-in person. Never null on endpoints with the access `session`, because the session is checked before the handler
   * runs.
   */
  viewer: E["access"] extends "session" ? Viewer : Viewer | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type EndpointHandlers<T extends EndpointTable> = {
  [K in keyof T]: (given: EndpointRequest<T[K] & Endpoint>) => Promise<z.input<(T[K] & Endpoint)["response"]>>;
};

/** Serves a table of endpoints. The compiler refuses a missing handler. */
export function serveEndpoints<const T extends EndpointTable>(
  app: FastifyInstance,
  table: T,
  handlers: EndpointHandlers<T>,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  for (const [key, endpoint] of Object.entries(table) as [keyof T & string, Endpoint][]) {
    const [method, url] = key.split(" ") as [HTTPMethods, string];
    const handler = handlers[key] as (given: EndpointRequest<Endpoint>) => Promise<unknown>;
    typed.route({
      method,
      url,
      config: {
        access: endpoint.access,
        ...(endpoint.needs && { needs: endpoint.needs }),
        ...(endpoint.readableArticle && { readableArticle: endpoint.readableArticle }),
        ...(endpoint.openWhenExpired && { openWhenExpired: endpoint.openWhenExpired }),
      },
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { 200: endpoint.response },
      },
      handler: async (request, reply) => {
        if (endpoint.access === "session" && !request.viewer) throw new AppError("not-signed-in", "Unauthorized");
        return handler({
          params: request.params as undefined,
          query: request.query as undefined,
          body: request.body as undefined,
          viewer: request.viewer as Viewer,
          request,
          reply,
        });
      },
    });
  }
}

/**
 * Writes answers by the contract: fields that are not in the schema never leave, and an answer that does not match it is an error.
 * Each schema is compiled at its first answer, so that a start compiles none.
 */
export const serializerCompiler: FastifySerializerCompiler<$ZodType> = ({ schema, method, url }) => {
  let compiled: $ZodType | undefined;
  return (answer) => {
    compiled ??= compile(schema);
    const { data, error } = safeParse(compiled, answer);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};
