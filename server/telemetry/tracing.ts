import type { LiveSpan, Tracer, TracingSettings } from "./tracer.ts";

/** Null unless an endpoint is configured, so that spans cost nothing. */
let tracer: Tracer | null = null;

/** Exports traces if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Returns a function that stops the export. */
export async function startTracing(env: TracingSettings, fetch: typeof globalThis.fetch): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => undefined;
  const { createTracer } = await import("./otlp-tracer.ts");
  const started = createTracer(env, fetch);
  tracer = started;
  return async () => {
    if (tracer === started) tracer = null;
    await started.stop();
  };
}

export const startSpan: Tracer["start"] extends (...given: infer Given) => LiveSpan
  ? (...given: Given) => LiveSpan | null
  : never = (...given) => tracer?.start(...given) ?? null;

export const getCurrentTrace = (): string | undefined => tracer?.current();

/** Runs the work in a span. If the work throws, the error's name marks the span as failed. */
export async function runInSpan<T>(
  [name, kind, options]: Parameters<Tracer["start"]>,
  work: (span: LiveSpan | null) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, kind, options);
  if (!span) return work(null);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(error instanceof Error ? error.name : "unknown");
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Wraps fetch with a span per call, which has host, method and status. Path and query are left out, because they may contain
 * secrets.
 */
export function traceCalls(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    if (!tracer) return fetch(input, init);
    const request = input instanceof Request ? input : null;
    const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
    const address = request?.url ?? String(input);
    const host = URL.canParse(address) ? new URL(address).hostname : "unknown";
    const attributes = { "http.request.method": method, "server.address": host };
    return runInSpan([`${method} ${host}`, "client", { attributes }], async (span) => {
      const answer = await fetch(input, init);
      span?.setAttributes({ "http.response.status_code": answer.status });
      if (answer.status >= 400) span?.fail(String(answer.status));
      return answer;
    });
  };
}
