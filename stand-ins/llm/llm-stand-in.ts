import { type StandIn, startStandIn } from "../stand-in.ts";
import { hostileArticle } from "./hostile.ts";
import { type PromptData, type Purpose, plausibleAnswer } from "./plausible.ts";
import { takeQuestions, type WireQuestion, type WireRefusal } from "./wire-shapes.ts";
import type { WireAnswer } from "./wire-streams.ts";

/** A request to the model, as the stand-in parsed it. */
export interface Asked extends WireQuestion {
  purpose: Purpose;
  /** The content of the prompt's data slot. */
  data: PromptData;
}

/** The answer to give: a named one, or the given text. */
export type Answer =
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

/** A list answers call by call and continues with plausible answers; a function is called each time. */
export type Script = Answer[] | ((asked: Asked) => Answer);

export interface LlmStandIn extends StandIn {
  /** Oldest first. */
  readonly asked: Asked[];
  play(script: Script): void;
}

export interface LlmStandInOptions {
  port?: number;
  script?: Script;
  /** The names in `/v1/models`. */
  models?: string[];
}

/**
 * A language model server: OpenAI's chat completions (which every local model server supports), OpenAI's responses, Anthropic's
 * messages and Google's generateContent. It has no model and follows its script.
 */
export async function startLlmStandIn({
  port = 0,
  script: first = [],
  models = ["stand-in-1"],
}: LlmStandInOptions = {}): Promise<LlmStandIn> {
  const asked: Asked[] = [];
  let script: Script = first;

  const standIn = await startStandIn(
    "llm",
    (app) => {
      app.get("/v1/models", async () => ({
        object: "list",
        data: models.map((id) => ({ id, object: "model", created: 1_700_000_000, owned_by: "stand-in" })),
      }));
      app.post("/api/show", async () => ({
        capabilities: ["completion"],
        details: { family: "llama" },
        model_info: { "general.architecture": "llama", "llama.context_length": 131_072 },
      }));
      app.get("/api/tags", async () => ({
        models: models.map((name) => ({ name, model: name, size: 4_000_000_000 })),
      }));
      app.get("/api/version", async () => ({ version: "0.12.0" }));
      takeQuestions(app, async (question) => {
        const understood = understand(question);
        asked.push(understood);
        const answer = typeof script === "function" ? script(understood) : (script.shift() ?? "plausible");
        return answerOf(answer, understood);
      });
    },
    { port },
  );
  return Object.assign(standIn, {
    asked,
    play(next: Script) {
      script = next;
    },
  });
}

function understand(question: WireQuestion): Asked {
  const schema = JSON.stringify(question.schema) ?? "";
  const purpose =
    (
      [
        ["matters", "find"],
        ["outcome", "write"],
        ["verdicts", "check"],
      ] as const
    ).find(([field]) => schema.includes(`"${field}"`))?.[1] ?? "claims";
  const [, , json = "{}"] = /<(data-[0-9a-f]+)>\n(.*)\n<\/\1>/.exec(question.prompt) ?? [];
  return { ...question, purpose, data: JSON.parse(json) as PromptData };
}

async function answerOf(answer: Answer, asked: Asked): Promise<WireAnswer | WireRefusal> {
  if (typeof answer === "object" && "status" in answer) return answer;
  if (typeof answer === "object" && "slowMs" in answer) {
    await new Promise((resolve) => setTimeout(resolve, answer.slowMs));
    return answerOf("plausible", asked);
  }
  const text = textOf(answer, asked);
  return {
    text,
    end: answer === "refusal" ? "refusal" : answer === "truncated" ? "length" : "stop",
    inputTokens: Math.ceil((asked.instructions.length + asked.prompt.length) / 4),
    cachedTokens: 0,
    outputTokens: Math.ceil(text.length / 4),
  };
}

function textOf(answer: Exclude<Answer, { status: number } | { slowMs: number }>, { purpose, data }: Asked): string {
  if (typeof answer === "object") return "json" in answer ? JSON.stringify(answer.json) : answer.text;
  const plausible = JSON.stringify(plausibleAnswer(purpose, data));
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
      return purpose === "write" ? JSON.stringify(hostileArticle()) : plausible;
  }
}
