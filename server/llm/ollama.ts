import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { z } from "zod";

export interface OllamaSettings {
  /** The base address without a path: http://127.0.0.1:11434. */
  baseURL: string;
  apiKey: string;
  fetch: typeof globalThis.fetch;
  /** The context window, sent with each call, because Ollama's default silently drops the beginning of a longer prompt. */
  contextTokens: number;
}

const line = z.object({
  message: z.object({ content: z.string().optional(), thinking: z.string().optional() }).optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
  error: z.string().optional(),
});

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : (content as { type: string; text?: string }[]).map((part) => part.text ?? "").join("");

/**
 * Creates a model with Ollama's own API, because Ollama's OpenAI-compatible API can neither set the context window nor report a
 * cut prompt. With `truncate` and `shift`, Ollama refuses a long prompt instead of cutting it silently.
 */
export function createOllamaModel(name: string, settings: OllamaSettings): LanguageModelV4 {
  const { baseURL, apiKey, fetch, contextTokens } = settings;
  const url = `${baseURL}/api/chat`;

  async function open({ prompt, responseFormat, maxOutputTokens, reasoning, abortSignal }: LanguageModelV4CallOptions) {
    const body = {
      model: name,
      messages: prompt.map(({ role, content }) => ({ role, content: textOf(content) })),
      stream: true,
      truncate: false,
      shift: false,
      ...(responseFormat?.type === "json" && { format: responseFormat.schema ?? "json" }),
      ...(reasoning === "none" && { think: false }),
      options: { num_ctx: contextTokens, ...(maxOutputTokens !== undefined && { num_predict: maxOutputTokens }) },
    };
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify(body),
      ...(abortSignal && { signal: abortSignal }),
    });
    if (!answer.ok || !answer.body) {
      throw new APICallError({
        message: `Ollama answered ${answer.status}.`,
        url,
        requestBodyValues: {},
        statusCode: answer.status,
        responseHeaders: Object.fromEntries(answer.headers),
        responseBody: (await answer.text()).slice(0, 2_000),
      });
    }
    return answer;
  }

  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "ollama",
    modelId: name,
    supportedUrls: {},
    async doStream(options) {
      const answer = await open(options);
      const lines = answer.body as ReadableStream<Uint8Array<ArrayBuffer>>;
      return {
        stream: lines
          .pipeThrough(new TextDecoderStream())
          .pipeThrough(splitLines())
          .pipeThrough(toParts(contextTokens)),
        response: { headers: Object.fromEntries(answer.headers) },
      };
    },
    async doGenerate() {
      throw new Error("Ollama is asked in a stream.");
    },
  };
  return model;
}

function splitLines(): TransformStream<string, string> {
  let rest = "";
  return new TransformStream({
    transform(text, controller) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const whole of lines) if (whole.trim()) controller.enqueue(whole);
    },
    flush(controller) {
      if (rest.trim()) controller.enqueue(rest);
    },
  });
}

function toParts(contextTokens: number): TransformStream<string, LanguageModelV4StreamPart> {
  let hasThought = false;
  return new TransformStream({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: [] });
      controller.enqueue({ type: "text-start", id: "0" });
    },
    transform(text, controller) {
      const { message, done, done_reason, prompt_eval_count, eval_count, error } = line.parse(JSON.parse(text));
      if (error) throw new Error("Ollama broke off.");
      if (message?.thinking) {
        if (!hasThought) controller.enqueue({ type: "reasoning-start", id: "1" });
        hasThought = true;
        controller.enqueue({ type: "reasoning-delta", id: "1", delta: message.thinking });
      }
      if (message?.content) controller.enqueue({ type: "text-delta", id: "0", delta: message.content });
      if (!done) return;
      if (hasThought) controller.enqueue({ type: "reasoning-end", id: "1" });
      controller.enqueue({ type: "text-end", id: "0" });
      // Older servers ignore `truncate` and `shift`. With them, a full context window shows that the prompt was cut.
      const isCut = (prompt_eval_count ?? 0) + (eval_count ?? 0) >= contextTokens;
      controller.enqueue({
        type: "finish",
        finishReason: { unified: done_reason === "length" || isCut ? "length" : "stop", raw: done_reason },
        usage: {
          inputTokens: { total: prompt_eval_count, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: eval_count, text: undefined, reasoning: undefined },
        },
      });
    },
  });
}
