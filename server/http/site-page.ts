import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { html } from "./html.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";
const CONTENT_TYPES = {
  html: "text/html; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};
export type PageType = keyof typeof CONTENT_TYPES;

/**
 * A page that `vite build` rendered, kept in memory with the operator's facts filled in. It is compressed at the first request.
 */
export class SitePage {
  readonly text: string;
  readonly #type: string;
  readonly #policy: string | undefined;
  readonly #kept = new Map<Encoding, Promise<{ body: Buffer; tag: string }>>();

  constructor(text: string, type: PageType, policy?: string) {
    this.text = text;
    this.#type = CONTENT_TYPES[type];
    this.#policy = policy;
  }

  /**
   * Sends the page. `isSame`: the answer for this URL is the same for everybody; otherwise the answer depends on who is signed
   * in.
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, isSame = true } = {},
  ): Promise<FastifyReply> {
    const encoding = bestEncoding(request.headers["accept-encoding"]);
    const { body, tag } = await this.#as(encoding);
    reply
      .code(status)
      .type(this.#type)
      .header("vary", isSame ? "Accept-Encoding" : "Accept-Encoding, Cookie")
      .header("cache-control", isSame && status === 200 ? "public, max-age=300" : "private, no-cache")
      .header("etag", tag);
    if (this.#policy) reply.header("content-security-policy", this.#policy);
    if (status === 200 && request.headers["if-none-match"]?.split(/,\s*/).includes(tag)) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(body);
  }

  /** Sends the page with facts of this request only, so that it is not cached. */
  sendFilled(reply: FastifyReply, status: number, facts: Record<string, string>): FastifyReply {
    if (this.#policy) reply.header("content-security-policy", this.#policy);
    return reply
      .code(status)
      .type(this.#type)
      .header("cache-control", "no-store")
      .send(replacePlaceholders(this.text, facts));
  }

  #as(encoding: Encoding) {
    const known = this.#kept.get(encoding) ?? this.#compress(encoding);
    this.#kept.set(encoding, known);
    return known;
  }

  async #compress(encoding: Encoding) {
    const plain = Buffer.from(this.text);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    const body = encoding === "br" ? await brotli(plain, quality) : encoding === "gzip" ? await zip(plain) : plain;
    return { body, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
  }
}

/** Returns the best encoding that the browser accepts; 'br;q=0' refuses Brotli. */
function bestEncoding(accepted = ""): Encoding {
  const takes = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:$|[\\s,]))(?=$|[\\s,;])`).test(accepted);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

/** Fills facts into the placeholders of a page. Leaves unknown names unchanged, because the request fills them in. */
export function replacePlaceholders(text: string, facts: Record<string, string>): string {
  return text.replace(/\{\{([A-Z_]+)\}\}/g, (mark, name: string) => {
    const fact = facts[name];
    return fact === undefined ? mark : html`${fact}`.value;
  });
}
