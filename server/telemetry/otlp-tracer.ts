import { context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  type ExportResult,
  ExportResultCode,
  TRACE_PARENT_HEADER,
  W3CTraceContextPropagator,
} from "@opentelemetry/core";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { VERSION } from "../version.ts";
import type { LiveSpan, Tracer, TracingSettings } from "./tracer.ts";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
const EVERY_MS = 2_000;
const LONGEST_STOP_MS = 3_000;

const propagator = new W3CTraceContextPropagator();
const getter = {
  keys: (carrier: unknown) => Object.keys(carrier as object),
  get: (carrier: unknown, key: string) => (carrier as Record<string, string | undefined>)[key],
};
const setter = {
  set: (carrier: unknown, key: string, value: string) => void ((carrier as Record<string, string>)[key] = value),
};

/**
 * Creates a tracer with OpenTelemetry's official SDK. The SDK's provider is not global, so tracing inside of packages stays
 * off.
 */
export function createTracer(env: TracingSettings, fetch: typeof globalThis.fetch): Tracer {
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": env.OTEL_SERVICE_NAME, "service.version": VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: exportTo(env, fetch), scheduledDelayMillis: EVERY_MS })],
  });
  const tracer = provider.getTracer("lorekeep", VERSION);
  return {
    start(name, kind, { attributes = {}, parent } = {}) {
      const within = parent
        ? propagator.extract(ROOT_CONTEXT, { [TRACE_PARENT_HEADER]: parent }, getter)
        : context.active();
      return toLiveSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes }, within));
    },
    current() {
      const carrier: Record<string, string> = {};
      propagator.inject(context.active(), carrier, setter);
      return carrier[TRACE_PARENT_HEADER];
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      context.disable();
    },
  };
}

function toLiveSpan(span: Span): LiveSpan {
  return {
    traceId: span.spanContext().traceId,
    setAttributes: (attributes) => void span.setAttributes(attributes),
    fail: (type) => void span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
    run: (work) => context.with(trace.setSpan(context.active(), span), work),
  };
}

/**
 * Sends OTLP over HTTP as JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp) through the guarded fetch, which the SDK's
 * exporter would bypass. Drops spans that cannot be sent, as the SDK does.
 */
function exportTo(env: TracingSettings, fetch: typeof globalThis.fetch): SpanExporter {
  const url = `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
  const headers = {
    "content-type": "application/json",
    ...readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS?.reveal() ?? ""),
  };
  const send = async (spans: ReadableSpan[]): Promise<ExportResult> => {
    try {
      const body = Buffer.from(JsonTraceSerializer.serializeRequest(spans) ?? []);
      const answer = await fetch(url, { method: "POST", headers, body });
      await answer.arrayBuffer();
      return { code: answer.ok ? ExportResultCode.SUCCESS : ExportResultCode.FAILED };
    } catch (error) {
      return { code: ExportResultCode.FAILED, ...(error instanceof Error && { error }) };
    }
  };
  return {
    async export(spans, done) {
      done(await send(spans));
    },
    shutdown: async () => undefined,
  };
}

/** Parses 'api-key=secret,tenant=acme', percent-encoded: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(",").map((pair) => pair.split("="));
  return Object.fromEntries(
    pairs
      .filter(([name]) => name?.trim())
      .map(([name = "", ...value]) => [name.trim(), decodeURIComponent(value.join("=").trim())]),
  );
}
