import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { IntercomState } from "./state.ts";

/** Returns the app that makes the call; null after it has sent a refusal. */
export function findVisitor(
  state: IntercomState,
  request: FastifyRequest,
  reply: FastifyReply,
  toDo: "read" | "write",
) {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const found = state.apps.find((one) => one.token === token);
  if (!found) {
    sendRefusal(reply, 401, "unauthorized", "Access Token Invalid");
    return null;
  }
  if (toDo === "read" || found.mayWriteArticles !== false) return found;
  sendRefusal(reply, 401, "token_unauthorized", "Token not authorized");
  return null;
}

export function sendRefusal(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).send({ type: "error.list", request_id: randomUUID(), errors: [{ code, message }] });
}
