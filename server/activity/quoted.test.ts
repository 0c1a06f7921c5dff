import { expect, it } from "vitest";
import { quoteTitle } from "./quoted.ts";

it.each([
  ["How to restart the worker", "“How to restart the worker”"],
  ['What does "“token expired”" mean?', "“What does ‘token expired’ mean?”"],
  ['The worker says "token expired"', "“The worker says ‘token expired’”"],
  ["“Sold out” and the (“left over”) tickets", "“‘Sold out’ and the (‘left over’) tickets”"],
  ["“Tickets are sold out”", "“Tickets are sold out”"],
  ['"', "“‘”"],
])("a log line names the article %s without marks in marks", (title, line) => {
  expect(quoteTitle(title)).toBe(line);
});
