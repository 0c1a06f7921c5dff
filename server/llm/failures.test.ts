import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { parseDuration, toCallFailure } from "./failures.ts";

const answered = (statusCode: number, body: unknown = {}, responseHeaders: Record<string, string> = {}) =>
  toCallFailure(
    new APICallError({
      message: "canary-remote-body",
      url: "https://api.acme.com/v1",
      requestBodyValues: {},
      statusCode,
      responseHeaders,
      responseBody: JSON.stringify(body),
    }),
    120_000,
    0,
  );

describe("A call that brought no answer", () => {
  it("a failed call reports the provider's requested pause, wherever the provider states it", () => {
    const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "31s" };
    const waits = [
      answered(429, {}, { "retry-after": "7" }),
      answered(429, {}, { "retry-after-ms": "1500" }),
      answered(429, {}, { "retry-after": "Thu, 01 Jan 1970 00:00:20 GMT" }),
      answered(429, { error: { code: 429, status: "RESOURCE_EXHAUSTED", details: [retryInfo] } }),
      answered(429, [{ error: { details: [retryInfo] } }]),
      answered(429, { error: { message: "Rate limit reached. Please try again in 6m1.5s.", type: "tokens" } }),
      answered(429),
    ];
    expect(waits.map(({ waitMs }) => waitMs)).toEqual([7_000, 1_500, 20_000, 31_000, 31_000, 361_500, null]);
    expect(new Set(waits.map(({ reason }) => reason))).toEqual(new Set(["limit"]));
  });

  it("failed calls are told apart: no credit, a wrong key, an unknown model, a filter, an outage", () => {
    const reasons = [
      answered(429, { error: { code: "insufficient_quota" } }),
      answered(402, { error: { type: "billing_error" } }),
      answered(401),
      answered(404),
      answered(400, { error: { code: "content_filter" } }),
      answered(400, { error: { message: "Invalid schema" } }),
      answered(529, { error: { type: "overloaded_error" } }),
    ];
    expect(reasons.map(({ reason }) => reason)).toEqual(["off", "off", "off", "off", "refused", "off", "outage"]);
    expect(JSON.stringify(reasons)).not.toContain("canary-remote-body");
    expect(reasons[0]?.problem).toContain("no credit");
    expect(reasons[2]?.problem).toContain("refused the key");
  });

  it("a question that is longer than the context window fails alone, so that others are still asked", () => {
    const reasons = [
      answered(400, { error: { code: "context_length_exceeded", type: "invalid_request_error" } }),
      answered(400, { error: { type: "invalid_request_error", message: "prompt is too long: 210000 tokens" } }),
      answered(400, { error: "the input length exceeds the context length" }),
    ];
    expect(reasons.map(({ reason }) => reason)).toEqual(["refused", "refused", "refused"]);
    expect(reasons[0]?.problem).toContain("LLM_CONTEXT_TOKENS");
  });

  it("a text that is no duration gives no duration", () => {
    expect(["31s", "6m0s", "120ms", "1h2m", "", "soon", "s", "5"].map(parseDuration)).toEqual([
      31_000,
      360_000,
      120,
      3_720_000,
      null,
      null,
      null,
      null,
    ]);
  });
});
