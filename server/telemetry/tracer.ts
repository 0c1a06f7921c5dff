import type { Env } from "../env.ts";

/** Of `SpanKind` of OpenTelemetry, by name. */
export type Kind = "server" | "client" | "consumer";
export type Attributes = Record<string, string | number>;

export interface LiveSpan {
  readonly traceId: string;
  setAttributes(attributes: Attributes): void;
  /** What went wrong: a word such as 'Unreachable' or a status, never a message. */
  fail(type: string): void;
  end(): void;
  /** Runs the work as part of it. */
  run<T>(work: () => T): T;
}

export interface Tracer {
  /** `parent`: a `traceparent` of W3C Trace Context; what is under way without it. */
  start(name: string, kind: Kind, options?: { attributes?: Attributes; parent?: string | undefined }): LiveSpan;
  /** The `traceparent` of what is under way; undefined outside of any span. */
  current(): string | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

export type TracingSettings = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;
