import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { serveBrowserEvents } from "./browser-event-stream.ts";

let test: TestApp;
let base: string;
beforeAll(async () => {
  test = await createTestApp();
  base = await test.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => test.close());

const article: BrowserEvent = { type: "article", id: "0192f0c1-0000-7000-8000-000000000001" };
const tell = (workspaceId: string, event: BrowserEvent) =>
  inWorkspace(test.db, workspaceId, (scope) => test.deps.events.notify(scope, event));

/** Opens an event stream; `text()` returns everything received so far. */
async function open(cookie: string, url = base, query = "") {
  const window = new AbortController();
  const response = await fetch(`${url}/api/events${query}`, { headers: { cookie }, signal: window.signal });
  let text = "";
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => {});
  if (response.ok) await expect.poll(() => text).toContain("retry:");
  return { response, text: () => text, ended, close: () => window.abort() };
}

describe("browser events", () => {
  it("events reach every window of the workspace when the change is committed, and nobody else", async () => {
    const [ada, eve] = [await test.signIn(), await test.signIn()];
    const [one, two, foreign] = await Promise.all([open(ada.cookie), open(ada.cookie), open(eve.cookie)]);
    expect(one.response.headers.get("content-type")).toBe("text/event-stream");
    expect(one.response.headers.get("content-security-policy")).toContain("default-src");
    await tell(ada.viewer.workspaceId, article);
    await tell(eve.viewer.workspaceId, { type: "run", id: "x" });
    for (const stream of [one, two])
      await expect.poll(() => stream.text()).toContain(`data: ${JSON.stringify(article)}\n\n`);
    await expect.poll(() => foreign.text()).toContain('"run"');
    expect(foreign.text()).not.toContain(article.id);
    expect(one.text()).not.toContain('"run"');
  });

  it("events during the page's loading reach the page's first stream once, and nobody else", async () => {
    const [ada, eve] = [await test.signIn(), await test.signIn()];
    const early = await open(ada.cookie);
    await tell(ada.viewer.workspaceId, article);
    await expect.poll(() => early.text()).toContain(article.id);
    const since = `?since=${Date.now()}`;
    const late = await open(ada.cookie, base, since);
    await expect.poll(() => late.text()).toContain(article.id);
    const others = [
      await open(eve.cookie, base, since),
      await open(ada.cookie),
      await open(ada.cookie, base, "?since=x"),
    ];
    const last = { type: "run", id: "last" } as const;
    for (const { viewer } of [ada, eve]) await tell(viewer.workspaceId, last);
    for (const stream of others) {
      await expect.poll(() => stream.text()).toContain('"last"');
      expect(stream.text()).not.toContain(article.id);
    }
    expect(early.text().split(article.id)).toHaveLength(2);
  });

  it("events of a transaction that was rolled back are never sent", async () => {
    const ada = await test.signIn();
    const stream = await open(ada.cookie);
    const takenBack = inWorkspace(test.db, ada.viewer.workspaceId, async (scope) => {
      await test.deps.events.notify(scope, { type: "log", id: "taken-back" });
      throw new Error("no");
    });
    await expect(takenBack).rejects.toThrow("no");
    await tell(ada.viewer.workspaceId, article);
    await expect.poll(() => stream.text()).toContain(article.id);
    expect(stream.text()).not.toContain("taken-back");
  });

  it("event streams need a session", async () => {
    expect((await open("sid=guessed")).response.status).toBe(401);
  });

  it("event streams end when the person logs out", async () => {
    const ada = await test.signIn();
    const stream = await open(ada.cookie);
    await ada.inject({ method: "GET", url: "/api/logout" });
    await stream.ended;
  });

  it("a person may have at most ten event streams", async () => {
    const ada = await test.signIn();
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(ada.cookie)));
    expect((await open(ada.cookie)).response.status).toBe(429);
    for (const stream of streams) stream.close();
    await expect.poll(async () => (await open(ada.cookie)).response.status).toBe(200);
  });

  it("events are sent again after the database was unavailable", async () => {
    const ada = await test.signIn();
    const stream = await open(ada.cookie);
    await test.db.$client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen lorekeep_events' and datname = current_database()",
    );
    await expect
      .poll(async () => {
        await tell(ada.viewer.workspaceId, article);
        return stream.text();
      })
      .toContain(article.id);
  });

  it("event streams send heartbeats, and end when the session ended elsewhere", async () => {
    const app = Fastify();
    let isAlive = true;
    app.decorateRequest("viewer", null);
    app.decorateRequest("sessionHash", null);
    app.addHook("onRequest", async (request) => {
      request.viewer = { userId: "u", workspaceId: "w", membership: "viewer" };
      request.sessionHash = "s";
    });
    serveBrowserEvents(app, {
      events: test.deps.events,
      isAlive: async () => isAlive,
      mayRead: async () => true,
      heartbeatMs: 20,
    });
    const stream = await open("", await app.listen({ host: "127.0.0.1", port: 0 }));
    await expect.poll(() => stream.text()).toContain(": still here");
    isAlive = false;
    await stream.ended;
    await app.close();
  });
});

describe("a server that stops", () => {
  it("a stopping server ends the streams, finishes its requests, and accepts no new ones", async () => {
    const own = await createTestApp();
    const url = await own.app.listen({ host: "127.0.0.1", port: 0 });
    const ada: SignedIn = await own.signIn();
    const stream = await open(ada.cookie, url);
    const { port } = own.app.server.address() as AddressInfo;
    const asked = connect(port, "127.0.0.1");
    await once(asked, "connect");
    let answer = "";
    asked.on("data", (chunk) => {
      answer += chunk.toString();
    });
    const body = JSON.stringify({ sensitivity: 5, minMessageLength: 20, detectionKeywords: [] });
    asked.write(
      `PUT /api/settings HTTP/1.1\r\nhost: localhost\r\ncookie: ${ada.cookie}\r\ncontent-type: application/json\r\n` +
        `expect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    );
    await expect.poll(() => answer).toContain("100 Continue");
    const closed = own.app.close();
    await stream.ended;
    asked.write(body.slice(5));
    await expect.poll(() => answer).toContain("HTTP/1.1 200 OK");
    asked.end();
    await closed;
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
    await own.close();
  });
});
