import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("no file holds the marks of a merge that nobody finished", () => {
  const { status, stdout } = spawnSync("git", ["grep", "-IlE", "^(<{7}|>{7})( |$)"], { encoding: "utf8" });
  // Status 1 means that git found nothing; a higher status means that git failed.
  expect([status, stdout]).toEqual([1, ""]);
});
