import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { contract } from "../../../shared/contract/contract.ts";
import type { Endpoint } from "../../../shared/contract/endpoint.ts";

/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

export interface TestedRoute {
  /** 'METHOD /path', as the contract writes it. */
  key: string;
  method: string;
  path: string;
  query?: JsonSchema | undefined;
  body?: JsonSchema | undefined;
}

/**
 * Every route that the application serves, including those outside the API contract. HEAD routes are skipped, because
 * each repeats a GET route.
 */
export function listRoutes(app: FastifyInstance): TestedRoute[] {
  const parents: string[] = [];
  const routes: TestedRoute[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const [, indent = "", segment = "", methods = ""] = /^(.*?)[└├]── (\S+) \((.+)\)$/.exec(line) ?? [];
    if (!segment) continue;
    const depth = indent.length / 4;
    const path = ((depth > 0 && parents[depth - 1]) || "") + segment;
    parents[depth] = path;
    const named = methods.split(", ").filter((method) => method !== "HEAD");
    routes.push(...named.map((method) => describeRoute(method, path)));
  }
  return routes;
}

function describeRoute(method: string, path: string): TestedRoute {
  const key = `${method} ${path}`;
  const endpoint = (contract as Record<string, Endpoint>)[key];
  return { key, method, path, query: schemaOf(endpoint?.query), body: schemaOf(endpoint?.body) };
}

const schemaOf = (schema: z.ZodType | undefined) =>
  schema && (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
