import { expect, it } from "vitest";
import { groupSources } from "./source-groups.ts";
import { type ArticleStatement, groupListEntries, groupStatementsBySources } from "./statement-runs.ts";

const say = (text: string, sources: string[], form: ArticleStatement["form"] = "sentence"): ArticleStatement => ({
  form,
  text,
  inline: [],
  language: null,
  sources,
});

it("sentences in a row that cite the same messages share one note", () => {
  const runs = groupStatementsBySources([say("a", ["1"]), say("b", ["1"]), say("c", ["1", "2"]), say("d", ["2", "1"])]);
  expect(runs.map((run) => run.statements.map(({ text }) => text).join(""))).toEqual(["ab", "cd"]);
});

it("a code block is a group of its own", () => {
  const runs = groupStatementsBySources([say("a", ["1"]), say("x = 1", ["1"], "code"), say("b", ["1"])]);
  expect(runs.map((run) => run.statements.length)).toEqual([1, 1, 1]);
});

it("a code block belongs to the entry of a list before it", () => {
  const entries = groupListEntries([say("Rotate.", ["1"]), say("keys rotate", ["1"], "code"), say("Restart.", ["1"])]);
  expect(entries.map((entry) => entry.length)).toEqual([2, 1]);
});

it("a person is named once for what they said in a channel on a day", () => {
  const at = (id: string, authorName: string, sentAt: string) => ({
    id,
    authorName,
    sentAt,
    channelName: "help",
    text: "",
    permalink: null,
  });
  const groups = groupSources([
    at("1", "Mara", "2026-11-20T10:00:00.000Z"),
    at("2", "Tom", "2026-11-20T10:01:00.000Z"),
    at("3", "Mara", "2026-11-20T10:02:00.000Z"),
    at("4", "Mara", "2026-11-21T10:00:00.000Z"),
  ]);
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([["1", "3"], ["2"], ["4"]]);
});
