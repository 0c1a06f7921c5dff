import type { FastifyReply } from "fastify";

export interface WireAnswer {
  text: string;
  end: "stop" | "length" | "refusal";
  /** The tokens of the request, with tokens from the vendor's cache. */
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
}

/** Streams a response in each vendor's format. */

type Body = Record<string, unknown>;
type StreamSender = (reply: FastifyReply, answer: WireAnswer, body: Body) => FastifyReply;

const PIECE = 24;
const piecesOf = (text: string) => text.match(new RegExp(`[\\s\\S]{1,${PIECE}}`, "g")) ?? [];

/** Sends the events as server-sent events. */
function asEvents(reply: FastifyReply, events: object[], end = ""): FastifyReply {
  const lines = events.map((event) => {
    const name = "type" in event ? `event: ${String(event.type)}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return reply.type("text/event-stream").send([...lines, end].join(""));
}

/** Streams in the format of OpenAI's chat completions and compatible servers. */
export const sendChatStream: StreamSender = (
  reply,
  { text, end, inputTokens, outputTokens, cachedTokens },
  { model },
) => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "chatcmpl-stand-in",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  };
  // Mistral's format has no field for a refusal. The text contains the refusal.
  const isFiltered = end === "refusal" && !String(model).startsWith("mistral");
  const finish = end === "length" ? "length" : isFiltered ? "content_filter" : "stop";
  return asEvents(
    reply,
    [
      chunk({ role: "assistant", content: "" }),
      ...(isFiltered ? [] : piecesOf(text).map((content) => chunk({ content }))),
      { ...chunk({}, finish), usage },
    ],
    "data: [DONE]\n\n",
  );
};

export const sendResponsesStream: StreamSender = (reply, answer, { model }) => {
  const { text, end, inputTokens, outputTokens, cachedTokens } = answer;
  let sequence_number = 0;
  const event = (type: string, rest: object) => ({ type, sequence_number: sequence_number++, ...rest });
  const place = { item_id: "msg_stand_in", output_index: 0, content_index: 0 };
  const part = end === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] };
  const item = { type: "message", id: "msg_stand_in", role: "assistant", status: "completed", content: [part] };
  const response = {
    id: "resp_stand_in",
    object: "response",
    created_at: 1_700_000_000,
    model,
    service_tier: "default",
    incomplete_details: end === "length" ? { reason: "max_output_tokens" } : null,
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: cachedTokens },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
  };
  const words = piecesOf(text).map((delta) =>
    event(end === "refusal" ? "response.refusal.delta" : "response.output_text.delta", { ...place, delta }),
  );
  return asEvents(reply, [
    event("response.created", { response: { ...response, status: "in_progress", output: [], usage: null } }),
    event("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress", content: [] } }),
    ...words,
    ...(end === "refusal" ? [event("response.refusal.done", { ...place, refusal: text })] : []),
    event("response.output_item.done", { output_index: 0, item }),
    event(end === "length" ? "response.incomplete" : "response.completed", {
      response: { ...response, status: end === "length" ? "incomplete" : "completed", output: [item] },
    }),
  ]);
};

export const sendMessagesStream: StreamSender = (reply, answer, { model, tools }) => {
  const { text, end, inputTokens, outputTokens, cachedTokens } = answer;
  const tool = Array.isArray(tools) ? (tools[0] as { name: string }) : null;
  const block = tool
    ? { type: "tool_use", id: "toolu_stand_in", name: tool.name, input: {} }
    : { type: "text", text: "" };
  const delta = (piece: string) =>
    tool ? { type: "input_json_delta", partial_json: piece } : { type: "text_delta", text: piece };
  const stop = { stop: tool ? "tool_use" : "end_turn", length: "max_tokens", refusal: "refusal" }[end];
  const usage = {
    input_tokens: inputTokens - cachedTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: 0,
    output_tokens: outputTokens,
  };
  const message = { id: "msg_stand_in", type: "message", role: "assistant", model, content: [], stop_reason: null };
  return asEvents(reply, [
    { type: "message_start", message: { ...message, stop_sequence: null, usage: { ...usage, output_tokens: 1 } } },
    ...(end === "refusal"
      ? []
      : [
          { type: "content_block_start", index: 0, content_block: block },
          ...piecesOf(text).map((piece) => ({ type: "content_block_delta", index: 0, delta: delta(piece) })),
          { type: "content_block_stop", index: 0 },
        ]),
    { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
};

export const sendGeminiStream: StreamSender = (reply, { text, end, inputTokens, outputTokens, cachedTokens }) => {
  const chunk = (piece: string, rest: object = {}) => ({
    candidates: [{ content: { role: "model", parts: [{ text: piece }] }, index: 0, ...rest }],
  });
  const finishReason = { stop: "STOP", length: "MAX_TOKENS", refusal: "SAFETY" }[end];
  const usageMetadata = {
    promptTokenCount: inputTokens,
    cachedContentTokenCount: cachedTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
  };
  const pieces = end === "refusal" ? [] : piecesOf(text);
  return asEvents(reply, [...pieces.map((piece) => chunk(piece)), { ...chunk("", { finishReason }), usageMetadata }]);
};

/** Streams lines of JSON. Ollama's format has no field for a refusal, so the text contains the refusal. */
export const sendOllamaStream: StreamSender = (reply, { text, end, inputTokens, outputTokens }, { model, options }) => {
  const line = (content: string, rest: object = { done: false }) =>
    `${JSON.stringify({ model, created_at: "2026-11-20T09:00:00Z", message: { role: "assistant", content }, ...rest })}\n`;
  const done = {
    done: true,
    done_reason: end === "length" ? "length" : "stop",
    // Ollama cuts a longer prompt to the context window without an error.
    prompt_eval_count: Math.min(inputTokens, Number((options as { num_ctx: number }).num_ctx)),
    eval_count: outputTokens,
  };
  return reply
    .type("application/x-ndjson")
    .send([...piecesOf(text).map((piece) => line(piece)), line("", done)].join(""));
};
