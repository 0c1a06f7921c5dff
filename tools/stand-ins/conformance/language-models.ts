import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { ModelQuestion } from "../../../engine/model/index.ts";
import { listCheckQuestions } from "../../../server/llm/check-model.ts";
import { generateAnswer } from "../../../server/llm/generate.ts";
import { openLanguageModel } from "../../../server/llm/provider.ts";
import type { Provider } from "../../../server/llm/providers.ts";
import { startLlmStandIn } from "../llm/llm-stand-in.ts";
import type { ConformanceReport } from "./strict-peer.ts";

interface ModelApiDescription {
  file: string;
  schema: string;
  provider: Provider;
  base: string;
  models: string[];
  /** Updates a description that is older than the vendor's current API. */
  adjust?: (schemas: Schemas) => void;
}
type Schema = Record<string, unknown> & { properties?: Record<string, unknown> };
type Schemas = Record<string, Schema>;

const DESCRIBED: ModelApiDescription[] = [
  {
    file: "openai.openapi.json",
    schema: "CreateResponse",
    provider: "openai",
    base: "/v1",
    models: ["gpt-6-luna", "gpt-6.2-sol"],
    adjust: close("CreateResponse"),
  },
  {
    file: "openai.openapi.json",
    schema: "CreateChatCompletionRequest",
    provider: "openai-compatible",
    base: "/v1",
    models: ["llama-4"],
    adjust: close("CreateChatCompletionRequest"),
  },
  {
    file: "anthropic.openapi.json",
    schema: "CreateMessageParams",
    provider: "anthropic",
    base: "/v1",
    models: ["claude-haiku-5-5", "claude-opus-5-5", "claude-sonnet-5-5"],
    adjust: withoutBetweenTools,
  },
  {
    file: "gemini.openapi.json",
    schema: "GenerateContentRequest",
    provider: "google",
    base: "/v1beta",
    models: ["gemini-3.5-flash-lite", "gemini-4-argon"],
  },
  {
    file: "mistral.openapi.json",
    schema: "ChatCompletionRequest",
    provider: "mistral",
    base: "/v1",
    models: ["mistral-small-latest", "mistral-medium-3-5"],
  },
  {
    file: "openrouter.openapi.json",
    schema: "ChatRequest",
    provider: "openrouter",
    base: "/v1",
    models: ["openai/gpt-6-luna"],
    adjust: close("ChatRequest"),
  },
  {
    file: "ollama.openapi.yaml",
    schema: "ChatRequest",
    provider: "ollama",
    base: "",
    models: ["qwen3:8b"],
    adjust: ollamaOfToday,
  },
];

/**
 * Sends each of the product's questions to a stand-in of each provider in `dir`, and compares each request with the
 * provider's description.
 */
export async function conformLanguageModels(dir: string): Promise<ConformanceReport> {
  const llm = await startLlmStandIn();
  const violations: string[] = [];
  let requests = 0;
  try {
    for (const described of DESCRIBED) {
      const isRight = validatorOf(dir, described);
      for (const name of described.models) {
        const { provider, base } = described;
        const connection = { provider, apiKey: "k1", address: `${llm.url}${base}`, region: null };
        const contextTokens = 100_000;
        const languageModel = openLanguageModel(connection, { name, contextTokens }, fetch);
        for (const question of listCheckQuestions()) {
          llm.calls.length = 0;
          const model = { provider, name, contextTokens, languageModel };
          const result = await generateAnswer(model, question as ModelQuestion<unknown>, {
            idleMs: 20_000,
            totalMs: 60_000,
          });
          const where = `${provider} ${name} ${question.purpose}`;
          if (result.kind !== "answer") violations.push(`${where}: ${result.kind}`);
          for (const { body } of llm.calls) {
            requests += 1;
            violations.push(...isRight(body).map((breach) => `${where}: ${breach}`));
          }
        }
      }
    }
  } finally {
    await llm.close();
  }
  return { name: "Language models", requests, responses: 0, violations };
}

function validatorOf(dir: string, { file, schema, adjust }: ModelApiDescription): (body: unknown) => string[] {
  const text = readFileSync(join(dir, file), "utf8");
  const description = (file.endsWith(".yaml") ? parse(text) : JSON.parse(text)) as { components: { schemas: Schemas } };
  adjust?.(description.components.schemas);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(description, "vendor");
  const validate = ajv.compile({ $ref: `vendor#/components/schemas/${schema}` });
  return (body) =>
    validate(body)
      ? []
      : (validate.errors ?? [])
          .slice(0, 4)
          .map(({ instancePath, message, params }) => `${instancePath || "body"} ${message} ${JSON.stringify(params)}`);
}

/**
 * Refuses unknown fields of an object, which the description permits. Also turns `oneOf` into `anyOf`, because an
 * ordinary message matches two branches of it.
 */
function close(name: string) {
  return (schemas: Schemas): void => {
    const loosen = (node: unknown): void => {
      if (Array.isArray(node)) for (const part of node) loosen(part);
      else if (typeof node === "object" && node !== null) {
        const schema = node as Schema;
        if (Array.isArray(schema["oneOf"])) {
          schema["anyOf"] = schema["oneOf"];
          delete schema["oneOf"];
        }
        delete schema["discriminator"];
        if (typeof schema["nullable"] === "boolean") delete schema["nullable"];
        for (const part of Object.values(schema)) loosen(part);
      }
    };
    loosen(schemas);
    Object.assign(schemas[name] ?? {}, { unevaluatedProperties: false });
  };
}

/** Accepts any object as `thinking`, because the description lacks its value between_tools of the 5.5 generation. */
function withoutBetweenTools(schemas: Schemas): void {
  const params = schemas["CreateMessageParams"]?.properties;
  if (params) params["thinking"] = { type: "object" };
}

/**
 * Adds `truncate` and `shift` to the description. The server has accepted them since 2025. Unknown fields are
 * permitted.
 */
function ollamaOfToday(schemas: Schemas): void {
  const chat = schemas["ChatRequest"];
  if (!chat?.properties) return;
  Object.assign(chat.properties, { truncate: { type: "boolean" }, shift: { type: "boolean" } });
  chat["additionalProperties"] = false;
}
