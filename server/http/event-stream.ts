import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/** Begins an answer of server-sent events, with the security headers of every other answer. */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    // When the stream ends, so does its connection: an idle one would hold up a server that stops.
    connection: "close",
    // nginx would keep the events until its buffer is full.
    "x-accel-buffering": "no",
  });
  return raw;
}
