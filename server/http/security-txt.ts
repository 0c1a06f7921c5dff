import type { FastifyInstance } from "fastify";
import type { Env } from "../env.ts";

const DAYS = 180;

/**
 * Serves `/.well-known/security.txt` (RFC 9116): the contact for reporting security weaknesses. It expires half a year after
 * the request.
 */
export function serveSecurityTxt(app: FastifyInstance, env: Env): void {
  const contact = env.SUPPORT_EMAIL ?? `support@${new URL(env.PUBLIC_URL).hostname}`;
  app.get("/.well-known/security.txt", { config: { access: "public" } }, async (_request, reply) => {
    const expires = new Date(Date.now() + DAYS * 86_400_000).toISOString();
    const lines = [
      `Contact: mailto:${contact}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${env.PUBLIC_URL}/.well-known/security.txt`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
