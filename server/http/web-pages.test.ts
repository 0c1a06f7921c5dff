import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { APP_PAGES } from "./web-pages.ts";

/** '*' matches unknown paths. /dashboard redirects signed-in people to /; for signed-out people it does not exist. */
const NO_PAGES = new Set(["*", "dashboard"]);

it("every page of the browser's router exists when its address is opened directly or reloaded", () => {
  const router = readFileSync("web/router.tsx", "utf8");
  const routed = [...router.matchAll(/<Route path="([^"]+)"/g)].map(([, path = ""]) => path);
  const pages = routed.filter((path) => !NO_PAGES.has(path)).map((path) => `/${path}`);
  expect(APP_PAGES.toSorted()).toEqual(pages.toSorted());
});
