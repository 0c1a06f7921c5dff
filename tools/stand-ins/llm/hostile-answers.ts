import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { createHostileArticle } from "./hostile.ts";
import { startLlmStandIn } from "./llm-stand-in.ts";

/** A response of a language model's server that is crafted to harm the program that reads it. */
export interface HostileModelAnswer {
  what: string;
  send(response: ServerResponse): void;
}

const MEGABYTE = 1024 * 1024;
const chunk = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", created: 1, model: "stand-in-1", choices: [{ index: 0, delta: { content }, finish_reason }] })}\n\n`;
const END = `${chunk("", "stop")}data: [DONE]\n\n`;

const events = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });
/** Sends the whole text in one event. */
const says = (text: string) => (response: ServerResponse) => events(response).end(chunk(text) + END);
/** Sends events as fast as the client reads them; without `times`, endlessly. */
const repeats =
  (piece: string, times = Number.POSITIVE_INFINITY) =>
  (response: ServerResponse) => {
    events(response);
    let left = times;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(piece)) return response.once("drain", write);
      }
      return response.end(END);
    };
    write();
  };

const matter = {
  kind: "howto",
  question: "How?",
  gist: "",
  searches: [],
  settled: "settled",
  messages: [1],
  continues: null,
};
const manyKeys = (count: number) =>
  `{${Array.from({ length: count }, (_, at) => `"${at % 2 ? "__proto__" : "constructor"}":${at}`).join(",")}}`;

export const HOSTILE_MODEL_ANSWERS: HostileModelAnswer[] = [
  { what: "words in place of JSON", send: says("Sure! Here is the article you asked for: {title: 'Restart'") },
  { what: "lists in each other, 200,000 deep", send: says("[".repeat(200_000) + "]".repeat(200_000)) },
  { what: "100,000 matters", send: says(JSON.stringify({ matters: Array.from({ length: 100_000 }, () => matter) })) },
  { what: "60,000 fields that are named like an object's own", send: says(manyKeys(60_000)) },
  { what: "an article of links, markup and lies", send: says(JSON.stringify(createHostileArticle())) },
  { what: "four megabytes in one event", send: says("x".repeat(4 * MEGABYTE)) },
  { what: "a million events of one letter", send: repeats(chunk("x"), 1_000_000) },
  { what: "events without a word, for ever", send: repeats(chunk("")) },
  { what: "a line that never ends", send: repeats("x".repeat(65_536)) },
  {
    what: "an answer that breaks off",
    send: (response) => {
      events(response).write(chunk('{"matters":[').slice(0, -20), () => response.destroy());
    },
  },
  { what: "nothing at all", send: () => {} },
  {
    what: "a page for people",
    send: (response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>"),
  },
  {
    what: "half a gigabyte of zeros, packed",
    send: (response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(512 * MEGABYTE))),
  },
  {
    what: "a way into the operator's network",
    send: (response) => response.writeHead(307, { location: "http://169.254.169.254/latest/meta-data/" }).end(),
  },
  {
    what: "a refusal of four megabytes",
    send: (response) =>
      response
        .writeHead(500, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: "x".repeat(4 * MEGABYTE) } })),
  },
  {
    what: "a wait of a hundred years",
    send: (response) => response.writeHead(429, { "retry-after": String(100 * 365 * 86_400) }).end("{}"),
  },
];

export interface HostileModel {
  /** The address of the server. It accepts OpenAI's chat completions at any path. */
  url: string;
  /** The hostile response; null to respond normally. */
  answer: HostileModelAnswer | null;
  close(): Promise<void>;
}

/** Starts a language model that responds normally until a test sets a hostile response. */
export async function startHostileModel(): Promise<HostileModel> {
  const plain = await startLlmStandIn();
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (model.answer && request.method === "POST") return model.answer.send(response);
    const path = (request.url ?? "").slice((request.url ?? "").indexOf("/v1"));
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.concat(parts) };
    const answer = await fetch(plain.url + path, request.method === "POST" ? init : {});
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(await answer.text());
  };
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: HostileModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await plain.close();
    },
  };
  return model;
}
