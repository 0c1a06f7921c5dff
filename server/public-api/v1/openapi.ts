import { z } from "zod";
import { errorBody } from "../../../shared/contract/endpoint.ts";
import { type KeyEndpoint, publicEndpoints } from "../../../shared/contract/public-api.ts";
import { KEY_SCOPE_NAMES } from "../../../shared/domain/api-keys.ts";
import { BRAND } from "../../../shared/domain/brand.ts";

const schemaOf = (type: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" });
  return schema;
};

/** The public API as OpenAPI 3.1. */
export function describePublicApi(origin: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, endpoint] of Object.entries(publicEndpoints) as [string, KeyEndpoint][]) {
    const [method = "", path = ""] = key.split(" ");
    const address = path.replace(/:(\w+)/g, "{$1}");
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: `${BRAND} API`, version: "1", description: "JSON in, JSON out, with a key of the workspace." },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key from Settings, API Access." } },
      schemas: { Error: schemaOf(errorBody, "output") },
    },
    paths,
  };
}

function operationOf({ summary, scope, params, query, body, response }: KeyEndpoint): object {
  const refusal = {
    description: "Refused or failed; `message` is a sentence for a person",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  return {
    summary,
    description: `Needs the scope \`${scope}\`: ${KEY_SCOPE_NAMES[scope]}.`,
    parameters: [...parametersOf(params, "path"), ...parametersOf(query, "query")],
    ...(body && {
      requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } },
    }),
    responses: {
      200: { description: "Done", content: { "application/json": { schema: schemaOf(response, "output") } } },
      default: refusal,
    },
  };
}

function parametersOf(type: z.ZodType | undefined, place: "path" | "query"): object[] {
  if (!type) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}
