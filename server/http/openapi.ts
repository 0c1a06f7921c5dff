import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";
import { errorBody } from "../../shared/contract/endpoint.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { VERSION } from "../version.ts";

/** Describes the endpoints of the contract at `GET /api/openapi.json`. Call it before routes are registered. */
export async function describeApi(app: FastifyInstance, cookieName: string): Promise<void> {
  const refusal = {
    description: "Refused or failed; `message` is a sentence for a person",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: BRAND, version: VERSION, description: "JSON in, JSON out, with the session's cookie." },
      components: {
        securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookieName } },
        // Zod emits JSON Schema 2020-12, which OpenAPI 3.1 uses; the plugin's types know only OpenAPI 3.0.
        schemas: { Error: z.toJSONSchema(errorBody) as never },
      },
    },
    transform: (route) => {
      const { access } = route.route.config ?? {};
      // Hides routes without a summary, because these routes are not in the contract.
      if (!route.schema?.summary) return { schema: { hide: true }, url: route.url };
      const described = jsonSchemaTransform(route);
      return {
        ...described,
        schema: { ...described.schema, ...(access === "session" && { security: [{ session: [] }] }) },
      };
    },
    transformObject: (document) => {
      const openapi = "openapiObject" in document ? document.openapiObject : {};
      for (const path of Object.values(openapi.paths ?? {}))
        for (const operation of Object.values(path ?? {}))
          if (typeof operation === "object" && "responses" in operation) operation.responses["default"] = refusal;
      return openapi;
    },
  });
  app.get("/api/openapi.json", async () => app.swagger());
}
