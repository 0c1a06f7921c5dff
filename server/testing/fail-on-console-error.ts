import { afterEach, beforeEach, expect, vi } from "vitest";

/** An unexpected console error fails its test. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((...what: unknown[]) => {
    printed.push(what.map(String).join(" "));
  });
});

const printed: string[] = [];

afterEach(() => {
  const errors = printed.splice(0);
  vi.restoreAllMocks();
  expect(errors).toEqual([]);
});
