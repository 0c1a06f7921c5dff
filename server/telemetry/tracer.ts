import type { Env } from "../env.ts";

/** Names of OpenTelemetry's `SpanKind`. */
export type SpanKind = "server" | "client" | "consumer";
export type SpanAttributes = Record<string, string | number>;

export interface LiveSpan {
  readonly traceId: string;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a name such as 'Unreachable' or a status, never a message. */
  fail(type: string): void;
  end(): void;
  /** Runs the work within the span. */
  run<T>(work: () => T): T;
}

export interface Tracer {
  /** `parent` is a `traceparent` of W3C Trace Context; by default the current span. */
  start(name: string, kind: SpanKind, options?: { attributes?: SpanAttributes; parent?: string | undefined }): LiveSpan;
  /** Returns the `traceparent` of the current span; undefined outside of spans. */
  current(): string | undefined;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

export type TracingSettings = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;
