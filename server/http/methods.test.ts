import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listRoutes } from "../testing/bad-inputs/routes.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
let ada: SignedIn;
beforeAll(async () => {
  test = await createTestApp();
  ada = await test.signIn();
});
afterAll(() => test.close());

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"];

it("ASVS 4.1.4 a method that a path does not serve is refused for everybody, without naming others", async () => {
  const served = Map.groupBy(listRoutes(test.app), ({ path }) => path);
  expect(served.size).toBeGreaterThan(100);
  for (const [path, routes] of served) {
    const methods = new Set(routes.map(({ method }) => method));
    if (methods.has("GET")) methods.add("HEAD");
    const url = path.replaceAll(/:\w+/g, "0");
    for (const method of METHODS.filter((one) => !methods.has(one))) {
      const answer = await ada.inject({ method: method as InjectOptions["method"] & string, url });
      // 400: the path was parsed as an invalid id of another endpoint.
      expect([method, path, [400, 404].includes(answer.statusCode)]).toEqual([method, path, true]);
      expect(answer.headers["access-control-allow-methods"]).toBeUndefined();
    }
  }
});
