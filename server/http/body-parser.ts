import type { FastifyInstance } from "fastify";
import { invalid } from "../errors.ts";

export const MAX_BODY_BYTES = 256 * 1024;
const BODY_TIMEOUT_MS = 15_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The handler reads the body as a stream at the sender's pace, without a time limit. */
    streamsBody?: boolean;
  }
}

/** Accepts only JSON bodies in valid UTF-8. A route without a body accepts an empty body of any content type. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  parseJsonAs(app, "application/json");
}

/** Parses JSON bodies under another content type, such as 'application/scim+json'. */
export function parseJsonAs(app: FastifyInstance, contentType: string): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  app.addContentTypeParser(contentType, { parseAs: "buffer" }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(bytes as Buffer);
    } catch {
      return done(invalid("The body is not valid UTF-8."));
    }
    void parse(request, text, done);
  });
}

/** Limits the time for receiving a body. Node's own limit covers the whole request and allows no exception for uploads. */
export function limitBodyTime(app: FastifyInstance): void {
  const timers = new WeakMap<object, NodeJS.Timeout>();
  const arrived = (request: object) => clearTimeout(timers.get(request));
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers, raw, routeOptions } = request;
    const hasBody = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    if (hasBody && !routeOptions.config.streamsBody)
      timers.set(
        request,
        setTimeout(() => raw.destroy(), BODY_TIMEOUT_MS),
      );
    done();
  });
  app.addHook("preValidation", (request, _reply, done) => {
    arrived(request);
    done();
  });
  app.addHook("onResponse", async (request) => arrived(request));
  app.addHook("onRequestAbort", async (request) => arrived(request));
}
