import type { FastifyInstance, FastifyRequest } from "fastify";
import { forbidden } from "../errors.ts";

/** Refuses writes that another site sends with a visitor's cookie. Links from other sites stay possible. */
export function refuseCrossSiteWrites(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isRead = request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS";
    if (!isRead && !isFromHere(request, publicUrl)) refuse(request);
    done();
  });
}

/** Refuses a cross-site GET request that has an effect, such as signing out. */
export function refuseCrossSiteRead(request: FastifyRequest): void {
  if (request.headers["sec-fetch-site"] === "cross-site") refuse(request);
}

function refuse(request: FastifyRequest): never {
  request.isFromOtherSite = true;
  throw forbidden("This request came from another website and was refused.");
}

/** Programs send neither the Origin nor the Sec-Fetch-Site header, and never send a visitor's cookie by accident. */
function isFromHere({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (headers.origin === undefined) return true;
  return headers.origin === publicUrl || (URL.canParse(headers.origin) && new URL(headers.origin).host === host);
}
