import { expect, it } from "vitest";
import { findFrequencyProblem, readFrequency } from "./frequency.ts";

it("COLL-009 COLL-011 the frequency accepts 5 to 1440 minutes, and is 60 for text that is no number", () => {
  expect(["15", "", "abc"].map(readFrequency)).toEqual([15, 60, 60]);
  expect([5, 1440].map(findFrequencyProblem)).toEqual([undefined, undefined]);
  expect([4, 1441].map(findFrequencyProblem)).toEqual(Array(2).fill("Choose from 5 to 1440 minutes."));
});
