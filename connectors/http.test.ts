import { createServer, type RequestListener, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { PATIENCE_MS } from "../scripts/patience.ts";
import { Unreachable } from "./errors.ts";
import { parseRetryAfter, readJson, sendRequest } from "./http.ts";

describe("calling a platform", () => {
  let server: Server;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function call(listener: RequestListener, method: "GET" | "POST" = "GET") {
    server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    return sendRequest(
      { fetch, platform: "Acme", timeoutMs: PATIENCE_MS },
      { method, url: `http://127.0.0.1:${port}/`, headers: { authorization: "Bearer x" } },
    );
  }

  it("accepts no response of more than 5 MB, even if its compressed size is small", async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const bombed = call(
      (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      "POST",
    );
    await expect(bombed).rejects.toMatchObject({ code: "unreachable", mayHaveHappened: true });
  });

  it("follows no redirect", async () => {
    const asked: (string | undefined)[] = [];
    const answer = await call((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: "/elsewhere" }).end();
    });
    expect([answer.status, asked]).toEqual([302, ["/"]]);
  });

  it("reports an interrupted response", async () => {
    const broken = call((_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("{");
      setTimeout(() => response.destroy(), 20);
    });
    await expect(broken).rejects.toThrow(
      new Unreachable("Acme could not be reached.", { mayHaveHappened: false }).message,
    );
  });

  it.each(["<html>", '{"a":', "[]", "", "null"])(
    "does not accept %j as a response if the documentation promises an object",
    async (text) => {
      const answer = await call((_request, response) => response.end(text), "POST");
      expect(() => readJson(answer, z.object({ a: z.string() }), "Acme")).toThrow(Unreachable);
    },
  );

  it.each([
    ["120", 120_000],
    ["1.5", 1_500],
    ["Sat, 21 Nov 2026 12:00:30 GMT", 30_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["999999", 3_600_000],
    ["soon", 30_000],
  ])("reads Retry-After %j", (value, expected) => {
    expect(parseRetryAfter(new Headers({ "retry-after": value }), Date.parse("2026-11-21T12:00:00Z"))).toBe(expected);
  });
});
