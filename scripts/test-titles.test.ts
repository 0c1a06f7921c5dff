import { expect, it } from "vitest";
import { idsIn, joinsIds, readTitles } from "./test-titles.ts";

it("a test names the rows it proves in its title, whichever way it is written", () => {
  const source = [
    'it("CONF-001 CONF-002 has a title", () => {});',
    "it('ERR-001 says \"no\"', () => {});",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text of a test
    "it(`ART-015 ${name}`, () => {});",
    'test("NAV-001 a story", async () => {});',
    'it(\n  "CHAN-001 stands on a line of its own",\n  { timeout: 1 }, () => {});',
    'it.concurrent("API-001 at the same time", () => {});',
    'it.each([["a", 1]])("SET-014 %s", () => {});',
  ].join("\n");
  expect(readTitles(source).flatMap(idsIn)).toEqual([
    "CONF-001",
    "CONF-002",
    "ERR-001",
    "ART-015",
    "NAV-001",
    "CHAN-001",
    "API-001",
    "SET-014",
  ]);
});

it("what does not run proves nothing: comments, skipped tests, other strings", () => {
  const source = [
    '// it("CONF-001 later", () => {});',
    ' * it("CONF-002 in a comment", () => {});',
    'it.skip("CONF-003 skipped", () => {});',
    'it.todo("CONF-004 to do");',
    'test.fixme("CONF-005 broken", () => {});',
    'const row = "CONF-006";',
    'it("UTF-8 is no row", () => {});',
  ].join("\n");
  expect(readTitles(source)).toEqual([]);
});

it("nothing is expanded: a range names what is written, and is found as a mistake", () => {
  expect(idsIn("CONF-020..027 adds")).toEqual(["CONF-020"]);
  for (const title of ["CONF-020..027 a", "CONF-020…027 a", "CONF-020-027 a", "CONF-020/021 a", "ART-001, 002 a"])
    expect([title, joinsIds(title)]).toEqual([title, true]);
  for (const title of ["CONF-020 CONF-021 a", "CONF-020 reads 100 rows", "ERR-001 answers 403"])
    expect([title, joinsIds(title)]).toEqual([title, false]);
});
