import { type StandIn, startStandIn } from "../stand-in.ts";
import { createHostileArticle } from "./hostile.ts";
import { createPlausibleAnswer, type PromptData, type Purpose } from "./plausible.ts";
import { modelRoutes, type WireQuestion, type WireRefusal } from "./wire-shapes.ts";
import type { WireAnswer } from "./wire-streams.ts";

/**
 * A request to the language model about one item, as the stand-in parsed it. A call about several items has one for
 * each item.
 */
export interface ModelItemRequest extends WireQuestion {
  purpose: Purpose;
  /** The data of the prompt about this item, without the other items of the call. */
  data: PromptData;
}

/** A call, and the items that it asks about. */
interface Call {
  question: WireQuestion;
  asked: ModelItemRequest[];
  /** The numbers of the items; null if the response is not a list. */
  numbers: number[] | null;
}

/** The response to give: a kind of response by name, or the given text. */
export type ScriptedAnswer =
  | "plausible"
  | "fenced"
  | "invalid-json"
  | "schema-violation"
  | "unknown-sources"
  | "refusal"
  | "truncated"
  | "hostile"
  | { json: unknown }
  | { text: string }
  | { status: number; retryAfter?: number }
  | { slowMs: number };

/**
 * The responses to give. A list is used call by call; after its end, responses are plausible. A function is called for
 * each item.
 */
export type AnswerScript = ScriptedAnswer[] | ((asked: ModelItemRequest) => ScriptedAnswer);

export interface LlmStandIn extends StandIn {
  /** All requests so far, oldest first. */
  readonly asked: ModelItemRequest[];
  play(script: AnswerScript): void;
}

export interface LlmStandInOptions {
  port?: number;
  script?: AnswerScript;
  /** The names of models in `/v1/models`. */
  models?: string[];
}

/**
 * Starts a language model server without a language model. It supports OpenAI's chat completions (as every local model
 * server does), OpenAI's responses, Anthropic's messages and Google's generateContent, and gives the responses of its
 * script.
 */
export async function startLlmStandIn({
  port = 0,
  script: first = [],
  models = ["stand-in-1"],
}: LlmStandInOptions = {}): Promise<LlmStandIn> {
  const asked: ModelItemRequest[] = [];
  let script: AnswerScript = first;

  const standIn = await startStandIn(
    "llm",
    (app) => {
      app.get("/v1/models", async () => ({
        object: "list",
        data: models.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "stand-in" })),
      }));
      app.post("/api/show", async ({ body }, reply) => {
        const { model } = body as { model: string };
        return models.includes(model)
          ? {
              capabilities: ["completion"],
              details: { family: "llama" },
              model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
            }
          : reply.code(404).send({ error: `model '${model}' not found` });
      });
      app.get("/api/tags", async () => ({
        models: models.map((name) => ({ name, model: name, size: 4_000_000_000 })),
      }));
      app.get("/api/version", async () => ({ version: "0.12.0" }));
      modelRoutes(app, async (question) => {
        const call = understand(question);
        asked.push(...call.asked);
        const answers = call.asked.map((one) =>
          typeof script === "function" ? script(one) : (script.shift() ?? "plausible"),
        );
        return answerOf(answers, call);
      });
    },
    { port },
  );
  return Object.assign(standIn, {
    asked,
    play(next: AnswerScript) {
      script = next;
    },
  });
}

const LISTS = { write: "matters", check: "articles" } as const;

function understand(question: WireQuestion): Call {
  const schema = JSON.stringify(question.schema) ?? "";
  const purpose =
    (
      [
        ["outcome", "write"],
        ["partly", "check"],
        ["matters", "find"],
        ["standalone", "follow-up"],
      ] as const
    ).find(([field]) => schema.includes(`"${field}"`))?.[1] ?? "claims";
  const [, , json = "{}"] = /<(data-[0-9a-f]+)>\n(.*)\n<\/\1>/.exec(question.prompt) ?? [];
  const data = JSON.parse(json, withLines) as PromptData & Record<string, unknown>;
  if ((purpose !== "write" && purpose !== "check") || !(LISTS[purpose] in data))
    return { question, asked: [{ ...question, purpose, data }], numbers: null };
  const { [LISTS[purpose]]: items = [], ...shared } = data as Record<string, unknown> & {
    [name: string]: (PromptData & { number: number })[] | undefined;
  };
  return {
    question,
    asked: items.map((item) => ({ ...question, purpose, data: { ...shared, ...item } })),
    numbers: items.map(({ number }) => number),
  };
}

const LINE = /^(?:(\d+) )?(?:(\d\d:\d\d) )?(.+?)(?: to (\d+))?( \(context\))?: ([\s\S]*)$/;

const STATEMENT = /^(\d+)(?: \(([\d, ]+)\))?: ([\s\S]*)$/;

/**
 * Parses a prompt's data. Messages are lines grouped by day, and statements are lines grouped by part of an article.
 */
function withLines(key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (key === "statements")
    return (value as (string | { part: string; lines: string[] })[]).flatMap((one) => {
      const { part, lines } = typeof one === "string" ? { lines: [one] } : one;
      return lines.map((line) => {
        const [, number, sources, text] = STATEMENT.exec(line) ?? [];
        return {
          number: Number(number),
          ...(part !== undefined && { part }),
          ...(sources && { sources: sources.split(", ").map(Number) }),
          text,
        };
      });
    });
  if (key !== "messages") return value;
  return (value as { day?: string; lines?: string[] }[]).flatMap((one): unknown[] =>
    one.lines === undefined
      ? [one]
      : one.lines.map((line) => {
          const [, number, time, by, replyTo, context, text] = LINE.exec(line) ?? [];
          return {
            ...(number && { number: Number(number) }),
            ...(time && { at: `${one.day} ${time}` }),
            by,
            ...(replyTo && { replyTo: Number(replyTo) }),
            ...(context && { context: true }),
            text,
          };
        }),
  );
}

/**
 * Builds the response to a call. If the response to one item ends or delays the exchange, that applies to the whole
 * call.
 */
async function answerOf(
  answers: ScriptedAnswer[],
  { question, asked, numbers }: Call,
): Promise<WireAnswer | WireRefusal> {
  const texts: string[] = [];
  let end: "stop" | "refusal" | "length" = "stop";
  for (const [place, answer] of answers.entries()) {
    const one = asked[place];
    if (!one) continue;
    if (typeof answer === "object" && "status" in answer) return answer;
    if (typeof answer === "object" && "slowMs" in answer) {
      await new Promise((resolve) => setTimeout(resolve, answer.slowMs));
      texts.push(textOf("plausible", one));
      continue;
    }
    if (answer === "refusal" || answer === "truncated") end = answer === "refusal" ? "refusal" : "length";
    texts.push(textOf(answer, one));
  }
  const text = numbers ? listOf(texts, numbers) : texts.join("");
  return {
    text,
    end,
    inputTokens: Math.ceil((question.instructions.length + question.prompt.length) / 4),
    cachedTokens: 0,
    outputTokens: Math.ceil(text.length / 4),
  };
}

/** Joins the responses to all items into one list. A response that is not JSON makes the list invalid. */
function listOf(texts: string[], numbers: number[]): string {
  const isFenced = texts.some((text) => text.startsWith("```"));
  const listed = texts.map((text, place) => {
    const json = text.replace(/^```json\n|\n```$/g, "");
    return json.startsWith("{") ? `{"number":${numbers[place]},${json.slice(1)}` : json;
  });
  const list = `{"answers":[${listed.join(",")}]}`;
  return isFenced ? `\`\`\`json\n${list}\n\`\`\`` : list;
}

function textOf(
  answer: Exclude<ScriptedAnswer, { status: number } | { slowMs: number }>,
  { purpose, data }: ModelItemRequest,
): string {
  if (typeof answer === "object") return "json" in answer ? JSON.stringify(answer.json) : answer.text;
  const plausible = JSON.stringify(createPlausibleAnswer(purpose, data));
  switch (answer) {
    case "plausible":
      return plausible;
    case "fenced":
      return `\`\`\`json\n${plausible}\n\`\`\``;
    case "invalid-json":
      return "Sure! Here is the article you asked for: {title: 'Restart'";
    case "schema-violation":
      return JSON.stringify({ ...JSON.parse(plausible), kind: "poem", extra: true });
    case "unknown-sources":
      return plausible.replace(/"sources":\[[\d,]*\]/g, '"sources":[9999]');
    case "refusal":
      return "I cannot help with that.";
    case "truncated":
      return plausible.slice(0, Math.floor(plausible.length / 2));
    case "hostile":
      return purpose === "write" ? JSON.stringify(createHostileArticle()) : plausible;
  }
}
