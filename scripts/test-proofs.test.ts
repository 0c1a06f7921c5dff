import { expect, it } from "vitest";
import {
  hasJoinedIds,
  isRowProven,
  listRowIds,
  type ReportedTest,
  readPlaywrightReport,
  readVitestReport,
} from "./test-proofs.ts";

const vitest = readVitestReport(
  {
    startTime: 1000,
    testResults: [
      {
        name: "/repo/web/one.test.ts",
        assertionResults: [
          { title: "AAA-001 AAA-002 holds", status: "passed" },
          { title: "AAA-002 breaks", status: "failed" },
          { title: "AAA-003 later", status: "skipped" },
          { title: "AAA-004 to do", status: "todo" },
        ],
      },
    ],
  },
  "/repo/",
);
const stories = readPlaywrightReport(
  {
    stats: { startTime: "1970-01-01T00:00:02.000Z" },
    suites: [
      {
        specs: [
          { title: "BBB-001 a story", file: "a.spec.ts", tests: [{ status: "expected" }] },
          { title: "BBB-002 at the second try", file: "a.spec.ts", tests: [{ status: "flaky" }] },
        ],
        suites: [
          {
            specs: [
              { title: "BBB-003 broken", file: "a.spec.ts", tests: [{ status: "unexpected" }] },
              { title: "BBB-004 left out", file: "a.spec.ts", tests: [{ status: "skipped" }] },
              { title: "BBB-005 was never run", file: "a.spec.ts", tests: [] },
            ],
          },
        ],
      },
    ],
  },
  "tools/e2e/",
);
const naming = (tests: ReportedTest[], id: string) => tests.filter(({ title }) => listRowIds(title).includes(id));

it("a row is proven by a test that ran and passed; one that failed, was skipped or never ran proves nothing", () => {
  const isProven = (tests: ReportedTest[]) => (id: string) => isRowProven(naming(tests, id));
  expect(["AAA-001", "AAA-002", "AAA-003", "AAA-004", "AAA-005"].map(isProven(vitest))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(["BBB-001", "BBB-002", "BBB-003", "BBB-004", "BBB-005"].map(isProven(stories))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it("a test is found again by its file and knows when it ran", () => {
  expect(vitest[0]).toMatchObject({ file: "web/one.test.ts", ranAt: 1000 });
  expect(stories[0]).toMatchObject({ file: "tools/e2e/a.spec.ts", ranAt: 2000 });
});

it("nothing is expanded: a range names what is written, and is found as a mistake", () => {
  expect(listRowIds("CCC-020..027 adds")).toEqual(["CCC-020"]);
  expect(listRowIds("UTF-8 is no row")).toEqual([]);
  for (const title of ["CCC-020..027 a", "CCC-020…027 a", "CCC-020-027 a", "CCC-020/021 a", "CCC-001, 002 a"])
    expect([title, hasJoinedIds(title)]).toEqual([title, true]);
  for (const title of ["CCC-020 CCC-021 a", "CCC-020 reads 100 rows", "CCC-001 answers 403"])
    expect([title, hasJoinedIds(title)]).toEqual([title, false]);
});
