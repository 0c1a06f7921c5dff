import type { FastifyInstance, FastifyReply } from "fastify";
import { findReasonToRefuse } from "./strict-requests.ts";
import {
  sendChatStream,
  sendGeminiStream,
  sendMessagesStream,
  sendOllamaStream,
  sendResponsesStream,
  type WireAnswer,
} from "./wire-streams.ts";

/** A request to the language model in a form that does not depend on the vendor. */
export interface WireQuestion {
  model: string;
  instructions: string;
  prompt: string;
  /** The requested JSON Schema as it was sent; null without one. */
  schema: unknown;
}

/** Parses a vendor's requests and writes its responses. */
interface WireShape {
  path: string;
  read: (body: Body, params: Record<string, string>) => WireQuestion;
  write: (answer: WireAnswer, body: Body) => unknown;
  /** Writes the response as a stream, for requests that ask for one. */
  inPieces?: (reply: FastifyReply, answer: WireAnswer, body: Body) => FastifyReply;
}

type Body = Record<string, unknown>;

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? "").join("")
      : "";

function spoken(messages: unknown, role: RegExp): string {
  const all = Array.isArray(messages) ? (messages as { role: string; content: unknown }[]) : [];
  return all
    .filter((message) => role.test(message.role))
    .map(({ content }) => textOf(content))
    .join("\n");
}

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

const SHAPES: WireShape[] = [
  {
    path: "/v1/chat/completions",
    read: ({ model, messages, response_format }) => ({
      model: String(model),
      instructions: spoken(messages, /system|developer/),
      prompt: spoken(messages, /user/),
      schema: at(response_format, "json_schema", "schema") ?? null,
    }),
    write: ({ text, end, inputTokens, outputTokens }, { model }) => ({
      id: "chatcmpl-stand-in",
      object: "chat.completion",
      created: 1_700_000_000,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: end === "refusal" ? null : text,
            ...(end === "refusal" && { refusal: text }),
          },
          finish_reason: end === "length" ? "length" : "stop",
        },
      ],
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    }),
    inPieces: sendChatStream,
  },
  {
    path: "/v1/responses",
    read: ({ model, input, instructions, text }) => ({
      model: String(model),
      instructions: `${typeof instructions === "string" ? instructions : ""}${spoken(input, /system|developer/)}`,
      prompt: spoken(input, /user/),
      schema: at(text, "format", "schema") ?? null,
    }),
    write: ({ text, end, inputTokens, outputTokens }, { model }) => ({
      id: "resp_stand_in",
      object: "response",
      created_at: 1_700_000_000,
      status: end === "length" ? "incomplete" : "completed",
      incomplete_details: end === "length" ? { reason: "max_output_tokens" } : null,
      model,
      output: [
        {
          type: "message",
          id: "msg_stand_in",
          role: "assistant",
          status: "completed",
          content: [
            end === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] },
          ],
        },
      ],
      usage: {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    }),
    inPieces: sendResponsesStream,
  },
  {
    path: "/v1/messages",
    read: ({ model, system, messages, tools, output_config, output_format }) => ({
      model: String(model),
      instructions: textOf(system),
      prompt: spoken(messages, /user/),
      schema:
        at(output_config, "format", "schema") ?? at(output_format, "schema") ?? at(tools, "0", "input_schema") ?? null,
    }),
    write: ({ text, end, inputTokens, outputTokens }, { model, tools }) => ({
      id: "msg_stand_in",
      type: "message",
      role: "assistant",
      model,
      content: tools
        ? [{ type: "tool_use", id: "toolu_stand_in", name: at(tools, "0", "name"), input: JSON.parse(text) }]
        : [{ type: "text", text }],
      stop_reason: { stop: tools ? "tool_use" : "end_turn", length: "max_tokens", refusal: "refusal" }[end],
      stop_sequence: null,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    }),
    inPieces: sendMessagesStream,
  },
  {
    path: "/v1beta/models/:call",
    read: ({ systemInstruction, contents, generationConfig }, { call = "" }) => ({
      model: call.replace(/:\w+$/, ""),
      instructions: textOf(at(systemInstruction, "parts")),
      prompt: Array.isArray(contents) ? contents.map((content) => textOf(at(content, "parts"))).join("\n") : "",
      schema: at(generationConfig, "responseJsonSchema") ?? at(generationConfig, "responseSchema") ?? null,
    }),
    write: ({ text, end, inputTokens, outputTokens }) => ({
      candidates: [
        {
          content: { role: "model", parts: [{ text }] },
          finishReason: { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[end],
          index: 0,
        },
      ],
      usageMetadata: {
        promptTokenCount: inputTokens,
        candidatesTokenCount: outputTokens,
        totalTokenCount: inputTokens + outputTokens,
      },
    }),
    inPieces: sendGeminiStream,
  },
  {
    path: "/api/chat",
    read: ({ model, messages, format }) => ({
      model: String(model),
      instructions: spoken(messages, /system/),
      prompt: spoken(messages, /user/),
      schema: typeof format === "object" ? format : null,
    }),
    write: ({ text, end, inputTokens, outputTokens }, { model }) => ({
      model,
      created_at: "2026-11-20T09:00:00Z",
      message: { role: "assistant", content: text },
      done: true,
      done_reason: end === "length" ? "length" : "stop",
      prompt_eval_count: inputTokens,
      eval_count: outputTokens,
    }),
    inPieces: sendOllamaStream,
  },
  {
    path: "/model/:model/converse",
    read: ({ system, messages, toolConfig, additionalModelRequestFields }, { model = "" }) => ({
      model: decodeURIComponent(model),
      instructions: textOf(system),
      prompt: spoken(messages, /user/),
      schema:
        at(additionalModelRequestFields, "output_config", "format", "schema") ??
        at(toolConfig, "tools", "0", "toolSpec", "inputSchema", "json") ??
        inWords(textOf(system)),
    }),
    write: ({ text, end, inputTokens, outputTokens }, { toolConfig }) => {
      const name = end === "refusal" ? null : at(toolConfig, "tools", "0", "toolSpec", "name");
      const use = { toolUse: { toolUseId: "tooluse_stand_in", name, input: name ? JSON.parse(text) : null } };
      return {
        output: { message: { role: "assistant", content: [name ? use : { text }] } },
        stopReason: { stop: name ? "tool_use" : "end_turn", length: "max_tokens", refusal: "content_filtered" }[end],
        usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
        metrics: { latencyMs: 1 },
      };
    },
  },
];

/** Finds the schema in the instructions. For models that do not support schemas, our adapter puts the schema there. */
function inWords(instructions: string): unknown {
  const [, schema] = /JSON schema:?\n(\{.*\})\nYou MUST/s.exec(instructions) ?? [];
  return schema ? JSON.parse(schema) : null;
}

/** An HTTP error with this status in place of the model's response. */
export interface WireRefusal {
  status: number;
  retryAfter?: number | undefined;
}

export function modelRoutes(
  app: FastifyInstance,
  answer: (question: WireQuestion) => Promise<WireAnswer | WireRefusal>,
): void {
  for (const { path, read, write, inPieces } of SHAPES) {
    app.post(path, async (request, reply) => {
      const body = request.body as Body;
      const objection = findReasonToRefuse(path, request.url, body);
      const isOllama = path === "/api/chat";
      if (objection)
        return reply
          .code(400)
          .send({ error: isOllama ? objection : { type: "invalid_request_error", message: objection } });
      const given = await answer(read(body, request.params as Record<string, string>));
      if (!("status" in given))
        return (body.stream === true || request.url.includes(":stream")) && inPieces
          ? inPieces(reply, given, body)
          : write(given, body);
      if (given.retryAfter !== undefined) reply.header("retry-after", String(given.retryAfter));
      const message = `The stand-in was told to answer ${given.status}. canary-remote-body`;
      return reply
        .code(given.status)
        .send(
          isOllama ? { error: message } : { type: "error", error: { type: "ordered", message, code: given.status } },
        );
    });
  }
}
