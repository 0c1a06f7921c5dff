import type { ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";

/** Starts an answer of server-sent events, with the security headers of every other answer. */
export function beginEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    // The connection closes with the stream, because an idle connection would delay stopping the server.
    connection: "close",
    // Without this header nginx holds events back until its buffer is full.
    "x-accel-buffering": "no",
  });
  return raw;
}
