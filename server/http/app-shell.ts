import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Env } from "../env.ts";
import { collectPreloadedData } from "./preloaded-data.ts";
import { buildContentSecurityPolicy } from "./security-headers.ts";

const SCRIPTS = /<script>([\s\S]*?)<\/script>/g;

/**
 * The application's HTML document, including the answers to the first requests of its page. The document contains one person's
 * data, so no cache may store it.
 */
export class AppShell {
  readonly #before: string;
  readonly #after: string;
  readonly #policy: string;

  constructor(text: string, { ANALYTICS_SCRIPT_URL }: Env) {
    const end = text.lastIndexOf("</body>");
    if (end < 0) throw new Error("The built index.html has no </body>.");
    this.#before = text.slice(0, end);
    this.#after = text.slice(end);
    const hashes = [...text.matchAll(SCRIPTS)].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
    this.#policy = buildContentSecurityPolicy(ANALYTICS_SCRIPT_URL, hashes);
  }

  async send(
    app: FastifyInstance,
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
  ): Promise<FastifyReply> {
    const path = request.url.split("?", 1)[0] ?? "";
    const reads = await collectPreloadedData(app, request, path);
    return reply
      .code(status)
      .type("text/html; charset=utf-8")
      .headers({ "cache-control": "no-store", vary: "Cookie", "content-security-policy": this.#policy })
      .send(this.#before + reads + this.#after);
  }
}
