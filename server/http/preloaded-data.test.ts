import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE_MS } from "../../scripts/patience.ts";
import { listPreloadedPaths, PRELOADED_DATA_ID } from "../../shared/contract/preloaded-data.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { collectPreloadedData } from "./preloaded-data.ts";

let webRoot: string;
let test: TestApp;
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), "lorekeep-web-"));
  await writeFile(join(webRoot, "index.html"), "<!doctype html><body></body>");
  test = await createTestApp({ webRoot });
});
afterAll(async () => {
  await test.close();
  await rm(webRoot, { recursive: true });
});

const BLOCK = new RegExp(`<script type="application/json" id="${PRELOADED_DATA_ID}">(.*)</script></body>$`);
async function broughtAlong({ inject }: SignedIn, url: string) {
  const { body } = await inject({ url });
  return JSON.parse(BLOCK.exec(body)?.[1] ?? "") as { readAt: number; answers: Record<string, unknown> };
}

describe("the document of a page", () => {
  it("a page's document contains the page's first reads, as the endpoints answer this person", async () => {
    const [ada, eve] = [await test.signIn(), await test.signIn()];
    for (const person of [ada, eve]) {
      const before = Date.now();
      // Repeats the request: slow answers are left out, and the machine may be busy.
      const brought = await vi.waitFor(async () => {
        const found = await broughtAlong(person, "/?from=mail");
        expect(Object.keys(found.answers)).toEqual(listPreloadedPaths("/"));
        return found;
      }, PATIENCE_MS);
      const { readAt, answers } = brought;
      expect(readAt).toBeGreaterThanOrEqual(before);
      for (const url of listPreloadedPaths("/"))
        expect([url, answers[url]]).toEqual([url, (await person.inject({ url })).json()]);
    }
    await expect
      .poll(async () => Object.keys((await broughtAlong(ada, "/logs")).answers))
      .toEqual(listPreloadedPaths("/logs"));
  });

  it("a page's document leaves out endpoints that refuse or do not answer soon", async () => {
    const app = Fastify();
    app.get("/api/stats", async (_request, reply) => reply.code(403).send({ message: "no" }));
    app.get("/api/runs", () => new Promise(() => undefined));
    app.get("/api/settings", async () => ({ sensitivity: 5 }));
    app.get("/", async (request) => collectPreloadedData(app, request, "/"));
    const { payload } = await app.inject("/");
    expect(payload).toContain('"answers":{"/api/settings":{"sensitivity":5}}');
  });

  it("a page's document keeps people's texts as data, whatever they contain", async () => {
    const ada = await test.signIn();
    const firstName = "</script><script>alert(1)</script><!--";
    await test.db.$client.query("update users set first_name = $1 where id = $2", [firstName, ada.viewer.userId]);
    const { body } = await ada.inject({ url: "/" });
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain("<!--");
    await expect
      .poll(async () => (await broughtAlong(ada, "/")).answers["/api/auth/user"])
      .toMatchObject({ firstName });
  });
});
