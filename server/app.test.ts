import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contract } from "../shared/contract/contract.ts";
import { errorBody } from "../shared/contract/endpoint.ts";
import { buildApp } from "./app.ts";
import { createPool } from "./db/pool.ts";
import { openDatabase } from "./db/workspace-scope.ts";
import { createLogger } from "./log.ts";
import { createTestApp, type SignedIn, type TestApp } from "./testing/test-app.ts";

let test: TestApp;
let ada: SignedIn;
const logLines: string[] = [];

beforeAll(async () => {
  const log = createLogger({ LOG_LEVEL: "trace" }, { write: (line) => void logLines.push(line) });
  test = await createTestApp({ log });
  ada = await test.signIn();
});
afterAll(() => test.close());

const settings = { sensitivity: 5, minMessageLength: 20, detectionKeywords: ["how to"] };
const save = (payload: unknown, headers: Record<string, string> = {}) =>
  ada.inject({
    method: "PUT",
    url: "/api/settings",
    headers: { "content-type": "application/json", ...headers },
    payload: typeof payload === "string" || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
  });

describe("what is sent", () => {
  it("is stored as it is when it is right, whatever the language", async () => {
    const keywords = ["Anleitung für Ä", "手順", "🧭 👩‍👩‍👧", "‮right to left", "'; drop table users; --", "<script>"];
    const answer = await save({ ...settings, detectionKeywords: keywords });
    expect(answer.statusCode).toBe(200);
    expect((await ada.inject({ url: "/api/settings" })).json().detectionKeywords).toEqual(keywords);
  });

  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  it.each<[string, string | Buffer, number]>([
    ["no JSON", "{", 400],
    ["JSON and more", "{} {}", 400],
    ["a single quote", "{'sensitivity': 5}", 400],
    ["NaN", '{"sensitivity": NaN}', 400],
    ["a number as text", JSON.stringify({ ...settings, sensitivity: "5" }), 400],
    ["a broken number", JSON.stringify({ ...settings, sensitivity: 5.5 }), 400],
    ["true for a number", JSON.stringify({ ...settings, sensitivity: true }), 400],
    ["a number beyond every limit", JSON.stringify({ ...settings, minMessageLength: 1e300 }), 400],
    ["a text for a list", JSON.stringify({ ...settings, detectionKeywords: "how to" }), 400],
    ["null", "null", 400],
    ["a list", "[]", 400],
    ["nothing", "", 400],
    ["an unknown field", JSON.stringify({ ...settings, workspaceId: "x" }), 400],
    ["__proto__", '{"__proto__": {"x": 1}}', 400],
    ["NUL in a value", JSON.stringify({ ...settings, detectionKeywords: ["a\0b"] }), 400],
    ["NUL in a key", JSON.stringify({ ...settings, "a\0": 1 }), 400],
    ["half a character", '{"sensitivity":5,"minMessageLength":20,"detectionKeywords":["\\ud800"]}', 400],
    ["half a character in a key", '{"\\udc00":1}', 400],
    ["broken UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ["33 levels", `{"x":${deep(33)}}`, 400],
    ["100,000 levels", deep(100_000), 400],
    ["300 KB", JSON.stringify({ ...settings, x: "x".repeat(300_000) }), 413],
    ["10 MB", Buffer.alloc(10 * 1024 * 1024, 0x20), 413],
  ])("is refused with a sentence: %s", async (_what, payload, status) => {
    const answer = await save(payload);
    expect(answer.statusCode).toBe(status);
    const body = errorBody.strict().parse(answer.json());
    expect(body.message).toMatch(/^[A-Z].*\.$/s);
    expect(body.requestId).toBe(answer.headers["x-request-id"]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
    "is refused as %s: another site's form could send that",
    async (type) => {
      const answer = await save(JSON.stringify(settings), { "content-type": type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json().message).toContain("Send the data as JSON");
    },
  );

  it("may be nothing with a JSON content type where nothing is needed", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await ada.inject({ method: "DELETE", url: `/api/channels/${ada.viewer.userId}`, headers });
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    ["/api/articles/search?keywords=a%00b", 400],
    ["/api/articles/search?keywords=a&keywords=b", 400],
    ["/api/articles/search?nothing=1", 400],
    [`/api/articles/search?keywords=${"x".repeat(201)}`, 400],
    ["/api/articles/not-an-id", 400],
    ["/api/articles/%00", 400],
    ["/api/articles/%zz", 400],
    [`/api/articles/${"x".repeat(5000)}`, 404],
    ["/api/logs?limit=1e3", 400],
  ])("in the address is refused with a sentence: %s", async (url, status) => {
    const answer = await ada.inject({ url });
    expect(answer.statusCode === 414 ? 404 : answer.statusCode).toBe(status);
    expect(errorBody.strict().parse(answer.json()).message).toMatch(/\.$/);
  });
});

describe("an answer", () => {
  it("carries the id under which the log has it, taken over only in a form that can hold no secret", async () => {
    const given = "5f0c7c1e-0d7a-4b7e-9b1a-3f6f3a0c0001";
    expect(
      (await test.app.inject({ url: "/health/live", headers: { "x-request-id": given } })).headers["x-request-id"],
    ).toBe(given);
    const odd = await test.app.inject({ url: "/health/live", headers: { "x-request-id": "xoxb-canary-canary" } });
    expect(odd.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(["/", "/api/settings", "/api/nothing", "/nothing", "/api/login", "/health/live"])(
    "tells the browser the rules: %s",
    async (url) => {
      const { headers } = await test.app.inject(url);
      expect(headers["content-security-policy"]).toContain("default-src 'self'; script-src 'self';");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
      expect(headers).not.toHaveProperty("x-powered-by");
    },
  );

  it("with somebody's data is kept in no cache", async () => {
    expect((await ada.inject({ url: "/api/settings" })).headers["cache-control"]).toBe("no-store");
  });

  it("for an unknown address is JSON below /api and a page elsewhere, both 404", async () => {
    const api = await test.app.inject("/api/nothing");
    expect([api.statusCode, api.json().code]).toEqual([404, "not-found"]);
    const page = await test.app.inject({ url: "/nothing", headers: { accept: "text/html" } });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await test.app.inject({ method: "POST", url: "/nothing" })).json().code).toBe("not-found");
  });

  it("while the database is away says so without a driver's words", async () => {
    const pool = createPool("postgres://canary:canary@127.0.0.1:1/canary", { max: 1, applicationName: "test" });
    const app = await buildApp({ ...test.deps, db: openDatabase(pool) });
    for (const url of ["/api/settings", "/api/login"]) {
      const answer = await app.inject({ url, cookies: { sid: "x" } });
      expect(answer.statusCode).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
      expect(answer.body).not.toMatch(/canary|ECONN|connect/i);
    }
    expect((await app.inject("/health/live")).statusCode).toBe(200);
    expect((await app.inject("/health/ready")).json()).toEqual({
      ready: false,
      problem: "The database does not answer.",
    });
    await app.close();
    await pool.end();
  });
});

describe("another website", () => {
  const put = (headers: Record<string, string>) => save(settings, headers);

  it.each<[string, Record<string, string>]>([
    ["with its origin", { origin: "https://evil.test" }],
    ["without an origin", { origin: "null" }],
    ["with our name in its own", { origin: "http://localhost:3000.evil.test" }],
    ["by Sec-Fetch-Site", { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }],
    ["of the same domain", { "sec-fetch-site": "same-site" }],
  ])("changes nothing here, %s", async (_how, headers) => {
    const answer = await put(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toContain("another website");
  });

  it.each<[string, Record<string, string>]>([
    ["our own pages", { "sec-fetch-site": "same-origin", origin: "http://localhost:3000" }],
    ["an older browser on our pages", { origin: "http://localhost:3000" }],
    ["our pages by another name of this machine", { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }],
    ["a program", {}],
  ])("is not %s", async (_who, headers) => {
    expect((await put(headers)).statusCode).toBe(200);
  });
});

describe("the browser application", () => {
  let webRoot: string;
  let built: TestApp;
  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), "lorekeep-web-"));
    await mkdir(join(webRoot, "assets"));
    await writeFile(join(webRoot, "index.html"), "<!doctype html><title>App</title><body></body>");
    await writeFile(join(webRoot, "assets", "app-abc123.js"), `export const x = "${"x".repeat(4000)}";`);
    await writeFile(join(webRoot, "favicon.svg"), "<svg/>");
    built = await createTestApp({ webRoot });
  });
  afterAll(async () => {
    await built.close();
    await rm(webRoot, { recursive: true });
  });

  it("is sent to who is signed in, at each of its addresses; unknown ones are 404", async () => {
    const { inject } = await built.signIn();
    for (const url of ["/", "/articles", `/articles/${ada.viewer.userId}`, "/settings/password", "/logs?type=error"]) {
      const answer = await inject({ url });
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.body).toMatch(/^<!doctype html><title>App<\/title><body><script type="application\/json"/);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    const unknown = await inject({ url: "/articles/x/y", headers: { accept: "text/html" } });
    expect([unknown.statusCode, unknown.body.startsWith("<!doctype html><title>App</title>")]).toEqual([404, true]);
  });

  it("is not sent to visitors: its addresses lead them to sign in and back, unknown ones are 404", async () => {
    for (const url of ["/articles?tags=vpn", `/articles/${ada.viewer.userId}`, "/settings/audit"]) {
      const answer = await built.app.inject(url);
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `/api/login?next=${encodeURIComponent(url)}`]);
      expect(answer.body).toBe("");
    }
    const unknown = await built.app.inject("/articles/x/y");
    expect([unknown.statusCode, unknown.body.includes("Page not found")]).toEqual([404, true]);
    const start = await built.app.inject("/");
    expect([start.statusCode, start.body.includes('href="/api/login"')]).toEqual([200, true]);
  });

  it("is kept by the browser for as long as its files stay the same, and packed", async () => {
    const headers = { "accept-encoding": "gzip, br" };
    const script = await built.app.inject({ url: "/assets/app-abc123.js", headers });
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(script.headers["content-encoding"]).toBe("br");
    expect((await built.app.inject("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
    for (const url of ["/assets/none.js", "/index.html", "/assets/../index.html", "/assets/%2e%2e/%2e%2e/package.json"])
      expect((await built.app.inject(url)).statusCode).toBe(404);
  });
});

describe("/api/openapi.json", () => {
  it("is an OpenAPI 3.1 document with every endpoint of the contract and nothing else", async () => {
    const document = (await test.app.inject("/api/openapi.json")).json();
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const promised = Object.keys(contract).map((key) => key.replace(/:(\w+)/g, "{$1}"));
    expect(described.toSorted()).toEqual(promised.toSorted());
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  it("has schemas that can be used as they are", async () => {
    const document = (await test.app.inject("/api/openapi.json")).json();
    const bodies = Object.values(document.paths as Record<string, Record<string, Operation>>)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ requestBody, responses }) => [requestBody, responses["200"]])
      .flatMap((part) => part?.content?.["application/json"]?.schema ?? []);
    expect(bodies.length).toBeGreaterThan(40);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const schema of bodies) expect(() => ajv.compile(schema)).not.toThrow();
  });

  interface Operation {
    requestBody?: Content;
    responses: Record<string, Content>;
  }
  interface Content {
    content?: Record<string, { schema: object }>;
  }
});

describe("the operator", () => {
  it("reads figures from this machine and private networks; nobody else does", async () => {
    const figures = await test.app.inject("/metrics");
    expect(figures.body).toContain(
      'http_request_duration_seconds_count{method="PUT",route="/api/settings",status="200"}',
    );
    for (const name of [
      "event_loop_delay_seconds",
      "process_resident_memory_bytes",
      'queue_jobs{queue="mail"}',
      "database_connections",
      'queue_oldest_job_age_seconds{queue="publish"} 0',
      'publications_stuck{state="parked"} 0',
      "reading_overdue_seconds 0",
      "workers_alive 0",
    ])
      expect(figures.body).toContain(name);
    expect((await test.app.inject({ url: "/metrics", remoteAddress: "93.184.215.14" })).statusCode).toBe(404);
    const headers = { "x-forwarded-for": "10.0.0.1" };
    expect((await test.app.inject({ url: "/metrics", headers })).statusCode).toBe(404);
  });

  it("finds no secret in the log, however it was sent", async () => {
    const canary = "xoxb-canary-5d1f";
    const before = logLines.length;
    const headers = {
      authorization: canary,
      cookie: `sid=${canary}`,
      "x-request-id": canary,
      "user-agent": canary,
      referer: canary,
    };
    const payload = {
      name: canary,
      platform: "slack",
      config: { botToken: canary, signingSecret: canary },
      [canary]: canary,
    };
    await test.app.inject({ method: "POST", url: "/api/collaboration-integrations", headers, payload });
    await ada.inject({ method: "POST", url: "/api/collaboration-integrations", payload });
    await ada.inject({
      method: "POST",
      url: "/api/collaboration-integrations",
      payload: { ...payload, [canary]: undefined },
    });
    await ada.inject({
      method: "POST",
      url: "/api/integrations",
      payload: { name: "x", type: "confluence", apiKey: canary, spaceId: canary },
    });
    for (const url of [
      `/api/verify-email?token=${canary}`,
      `/${canary}`,
      `/api/articles/${canary}`,
      `/${canary}%00`,
      `/%zz${canary}`,
    ])
      await test.app.inject({ url, headers });
    await test.app.inject({ method: "POST", url: "/api/login", payload: { email: canary, password: canary } });
    await test.app.inject({ method: "POST", url: "/api/settings", headers, payload: `{"${canary}` });
    test.deps.log.error(
      { err: new Error("x", { cause: { token: canary } }), apiKey: canary, config: { apiKey: canary } },
      "x",
    );
    expect(logLines.length).toBeGreaterThan(before + 10);
    expect(logLines.filter((line) => line.includes("canary"))).toEqual([]);
  });
});

describe("a process that ends", () => {
  it("still serves what a balancer sends meanwhile, and says that this connection closes", async () => {
    let goOn = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const app = await buildApp(test.deps, { add: (routes) => routes.addHook("preClose", () => held) });
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    const closing = app.close();
    try {
      const answer = await fetch(`${address}/health/live`);
      expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    } finally {
      goOn();
      await closing;
    }
  });
});
