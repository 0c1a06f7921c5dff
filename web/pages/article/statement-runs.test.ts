import { expect, it } from "vitest";
import { entriesOf, runsOf, type Statement } from "./statement-runs.ts";

const say = (text: string, sources: string[], form: Statement["form"] = "sentence"): Statement => ({
  form,
  text,
  inline: [],
  language: null,
  sources,
});

it("sentences in a row that stand on the same messages share one note", () => {
  const runs = runsOf([say("a", ["1"]), say("b", ["1"]), say("c", ["1", "2"]), say("d", ["2", "1"])]);
  expect(runs.map((run) => run.statements.map(({ text }) => text).join(""))).toEqual(["ab", "cd"]);
});

it("a code block stands by itself", () => {
  const runs = runsOf([say("a", ["1"]), say("x = 1", ["1"], "code"), say("b", ["1"])]);
  expect(runs.map((run) => run.statements.length)).toEqual([1, 1, 1]);
});

it("a code block belongs to the entry of a list before it", () => {
  const entries = entriesOf([say("Rotate.", ["1"]), say("keys rotate", ["1"], "code"), say("Restart.", ["1"])]);
  expect(entries.map((entry) => entry.length)).toEqual([2, 1]);
});
