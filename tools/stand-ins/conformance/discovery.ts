/** Google's own description of an API, from https://discovery.googleapis.com. */
interface Discovery {
  title: string;
  version: string;
  schemas: Record<string, Schema>;
  resources: Record<string, Resource>;
}

interface Resource {
  methods?: Record<string, Method>;
  resources?: Record<string, Resource>;
}

interface Method {
  id: string;
  httpMethod: string;
  flatPath?: string;
  path: string;
  parameters?: Record<string, Schema & { location: string; required?: boolean }>;
  request?: Schema;
  response?: Schema;
}

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
}

const ERROR = {
  description: "error",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["error"],
        properties: {
          error: {
            type: "object",
            required: ["code", "message", "status"],
            properties: { code: { type: "integer" }, message: { type: "string" }, status: { type: "string" } },
          },
        },
      },
    },
  },
};

/**
 * Converts Google's description to OpenAPI 3 for the methods whose ids start with the prefix. The result permits no
 * unknown fields.
 */
export function toOpenApi(discovery: string, prefix: string): string {
  const { title, version, schemas, resources } = JSON.parse(discovery) as Discovery;
  const paths: Record<string, Record<string, object>> = {};
  for (const method of methodsOf({ resources })) {
    if (!method.id.startsWith(prefix)) continue;
    const path = `/${method.flatPath ?? method.path}`;
    paths[path] = { ...paths[path], [method.httpMethod.toLowerCase()]: operationOf(method, path) };
  }
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title, version },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schemaOf(schema)])),
    },
    security: [{ bearer: [] }],
    paths,
  });
}

const methodsOf = ({ methods = {}, resources = {} }: Resource): Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf),
];

function operationOf({ id, parameters = {}, request, response }: Method, path: string): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(parameters)
    .filter(([, { location }]) => location === "query")
    .map(([name, { required = false, type, format, enum: one }]) => {
      const schema = schemaOf({ ...(type && { type }), ...(format && { format }), ...(one && { enum: one }) });
      return { name, in: "query", required, allowReserved: true, schema };
    });
  return {
    operationId: id,
    parameters: [...inPath, ...inQuery],
    ...(request && { requestBody: { required: true, content: { "application/json": { schema: schemaOf(request) } } } }),
    responses: {
      "200": { description: "ok", content: { "application/json": { schema: schemaOf(response ?? {}) } } },
      ...Object.fromEntries(["400", "401", "403", "404", "409", "429", "503"].map((status) => [status, ERROR])),
    },
  };
}

function schemaOf({ $ref, type, format, enum: one, items, properties, additionalProperties }: Schema): object {
  if ($ref) return { $ref: `#/components/schemas/${$ref}` };
  if (type === "any") return {};
  return {
    ...(type && { type }),
    ...(format === "google-datetime" && { format: "date-time" }),
    ...(one && { enum: one }),
    ...(items && { items: schemaOf(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schemaOf(schema)])),
      additionalProperties: false,
    }),
    ...(additionalProperties && { additionalProperties: schemaOf(additionalProperties) }),
  };
}
