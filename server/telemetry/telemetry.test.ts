import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { type StandIn, startStandIn } from "../../tools/stand-ins/stand-in.ts";
import { type AnalysisStage, buildAnsweredQuestion, openStage } from "../analysis/testing/analysis-stage.ts";
import { toEgressEntry } from "../egress-entry.ts";
import { loadEnv } from "../env.ts";
import { runAllJobsOnce } from "../jobs/run-jobs.ts";
import { createLogger } from "../log.ts";
import { startErrorReports } from "./error-reports.ts";
import { startTracing, traceCalls } from "./tracing.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: object }[];
}
const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;
const CHAT_TEXT = "The safe is behind the blue door";

let outside: StandIn;
let stage: AnalysisStage;
let logged: Record<string, unknown>[];
let stops: (() => Promise<void>)[];
beforeAll(async () => {
  outside = await startStandIn("collector", (app) => {
    app.addContentTypeParser("application/x-sentry-envelope", { parseAs: "string" }, (_request, text, done) =>
      done(null, text),
    );
    app.post("/v1/traces", async () => ({}));
    app.post("/errors/api/7/envelope/", async () => ({}));
  });
  logged = [];
  const fetch = createSafeFetch({ allow: toEgressEntry(outside.url) });
  const env = loadEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: outside.url,
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=of%20ours",
    SENTRY_DSN: `${outside.url.replace("://", "://thekey@")}/errors/7`,
    SENTRY_ENVIRONMENT: "staging",
  });
  stops = [await startTracing(env, fetch), startErrorReports(env, fetch)];
  stage = await openStage({
    fetch: traceCalls(globalThis.fetch),
    log: createLogger({ LOG_LEVEL: "debug" }, { write: (line) => void logged.push(JSON.parse(line)) }),
  });
});
afterAll(async () => {
  await stage.close();
  for (const stop of stops) await stop();
  await outside.close();
});

const spans = () =>
  outside.calls
    .filter(({ path }) => path === "/v1/traces")
    .flatMap(({ body }) => (body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans: each }) => each);

describe("An installation with a collector", () => {
  it("a collector gets one trace from a request over its job to the job's calls, and the log has one request id for all three", async () => {
    const channel = await stage.newChannel(buildAnsweredQuestion());
    const answer = await channel.person.inject({
      method: "POST",
      url: "/api/analyze",
      payload: { channelId: channel.id },
    });
    expect(answer.statusCode).toBeLessThan(300);
    const requestId = String(answer.headers["x-request-id"]);
    const ofTrace = () => {
      const root = spans().find(({ attributes }) =>
        attributes.some(({ key, value }) => key === "lorekeep.request_id" && JSON.stringify(value).includes(requestId)),
      );
      return spans().filter(({ traceId }) => traceId === root?.traceId);
    };
    await expect
      .poll(() => ofTrace().map(({ kind }) => kind))
      .toEqual(expect.arrayContaining([SERVER, CONSUMER, CLIENT]));
    const trace = ofTrace();
    const request = trace.find(({ kind }) => kind === SERVER);
    const job = trace.find(({ kind, name }) => kind === CONSUMER && name === "process run");
    const call = trace.find(({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === job?.spanId);
    expect(job?.parentSpanId).toBe(request?.spanId);
    expect(call?.name).toBe("POST 127.0.0.1");
    expect(request?.attributes).toContainEqual({
      key: "http.response.status_code",
      value: { intValue: answer.statusCode },
    });
    const [sent] = outside.calls.filter(({ path }) => path === "/v1/traces");
    expect(sent?.headers["api-key"]).toBe("of ours");
    // Traces contain neither tokens nor text of the chat.
    expect(JSON.stringify(outside.calls.map(({ body }) => body))).not.toMatch(/xoxb|Where|conversations\.history/);

    const lines = logged.filter((line) => line["reqId"] === requestId);
    expect(lines).toContainEqual(expect.objectContaining({ msg: "request", traceId: request?.traceId }));
    await expect
      .poll(() => logged.filter((line) => line["reqId"] === requestId && line["job"] === "run"))
      .not.toEqual([]);
  });
});

describe("An installation with a server for errors", () => {
  it("an error server gets name, location and ids of a logged error, and no text", async () => {
    const run = async () => void JSON.parse(CHAT_TEXT);
    const failing = { name: "read-something", everySeconds: 60, timeLimitSeconds: 60, run };
    expect(await runAllJobsOnce(stage.deps, [failing])).toEqual(["read-something"]);
    const envelopes = () => outside.calls.filter(({ path }) => path === "/errors/api/7/envelope/");
    await expect.poll(() => envelopes().length).toBe(1);
    const [envelope] = envelopes();
    expect(envelope?.headers["x-sentry-auth"]).toContain("sentry_key=thekey");
    const [head, item, event] = String(envelope?.body)
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect([head.event_id, item]).toEqual([event.event_id, { type: "event" }]);
    expect(event).toMatchObject({
      level: "error",
      platform: "node",
      environment: "staging",
      release: expect.stringMatching(/^lorekeep@\d/),
      logentry: { formatted: "A job failed and comes again" },
      tags: { job: "read-something", jobId: expect.any(String) },
      exception: { values: [{ type: "SyntaxError" }] },
    });
    const [{ stacktrace }] = event.exception.values;
    expect(stacktrace.frames).toContainEqual(
      expect.objectContaining({ filename: "app:///server/jobs/run-jobs.ts", in_app: true, lineno: expect.any(Number) }),
    );
    expect(String(envelope?.body)).not.toContain("blue door");
    // The log, which stays with the operator, contains the error.
    expect(logged).toContainEqual(
      expect.objectContaining({
        level: 50,
        job: "read-something",
        err: expect.objectContaining({ type: "SyntaxError" }),
      }),
    );
  });

  it("an error server gets at most 60 errors a minute", async () => {
    const before = outside.calls.length;
    for (let count = 0; count < 100; count += 1) stage.deps.log.error({ err: new Error("again") }, "Again");
    await sleep(0);
    await expect.poll(() => outside.calls.length - before).toBeGreaterThan(50);
    expect(outside.calls.filter(({ path }) => path.endsWith("/envelope/")).length).toBeLessThanOrEqual(121);
  });
});

describe("An installation without either", () => {
  it("an installation without collector and error server sends nothing", async () => {
    const called: unknown[] = [];
    const fetch = (async (...given) => {
      called.push(given);
      return new Response();
    }) as typeof globalThis.fetch;
    const env = loadEnv({});
    for (const stop of [await startTracing(env, fetch), startErrorReports(env, fetch)]) await stop();
    await traceCalls(fetch)("https://example.com/");
    expect(called).toHaveLength(1);
  });
});
