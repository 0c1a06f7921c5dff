import { expect, it } from "vitest";
import type { Log } from "../../../shared/contract/activity.ts";
import { logs } from "../../testing/sample-data.ts";
import { csvOf } from "./log-files.ts";
import { matchingLogs } from "./log-types.ts";

it("LOGS-003 LOGS-005 keeps the entries of a type that contain every word", () => {
  expect(matchingLogs(logs, "", "notion token").map(({ type }) => type)).toEqual(["error"]);
  expect(matchingLogs(logs, "error", "").map(({ type }) => type)).toEqual(["error"]);
  expect(matchingLogs(logs, "error", "deploys")).toEqual([]);
});

it("LOGS-011 writes CSV that any spreadsheet reads and none runs", () => {
  const [entry] = logs as [Log];
  const csv = csvOf([{ ...entry, message: '=HYPERLINK("https://evil.example")' }]);
  expect(csv.split("\r\n")[0]).toBe("time,type,message,data");
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
});
