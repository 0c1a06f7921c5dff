import { AsyncResource } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import type { LiveSpan } from "../telemetry/tracer.ts";
import { startSpan } from "../telemetry/tracing.ts";
import { withWorkContext } from "../telemetry/work-context.ts";

declare module "fastify" {
  interface FastifyRequest {
    followed: { scope: AsyncResource; span: LiveSpan | null } | null;
  }
}

/** Adds the request's id to the answer, and to the log lines and trace of everything that the request starts. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest("followed", null);
  app.addHook("onRequest", (request, reply, done) => {
    const { method, id, routeOptions } = request;
    reply.header("x-request-id", id);
    const route = routeOptions.url ?? "none";
    const attributes = { "http.request.method": method, "http.route": route, "lorekeep.request_id": id };
    const span = startSpan(`${method} ${route}`, "server", { attributes });
    withWorkContext({ reqId: id, ...(span && { traceId: span.traceId }) }, () => {
      const begin = () => {
        request.followed = { scope: new AsyncResource("request"), span };
        done();
      };
      if (span) span.run(begin);
      else begin();
    });
  });
  // Reading a body leaves the request's asynchronous context, so this hook enters it again.
  app.addHook("preValidation", (request, _reply, done) => {
    if (request.followed) request.followed.scope.runInAsyncScope(done);
    else done();
  });
  app.addHook("onResponse", async ({ followed }, { statusCode }) => {
    followed?.span?.setAttributes({ "http.response.status_code": statusCode });
    if (statusCode >= 500) followed?.span?.fail(String(statusCode));
    followed?.span?.end();
  });
}
