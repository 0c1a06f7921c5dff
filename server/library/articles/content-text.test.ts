import { expect, it } from "vitest";
import type { Statement } from "../../../shared/domain/article.ts";
import { joinStatementTexts } from "./content-text.ts";

const said = (text: string, form: Statement["form"] = "sentence"): Statement => {
  return { form, text, language: null, sources: ["1"] };
};
const bodyOf = (...statements: Statement[]) => [
  { role: "context" as const, heading: null, layout: "prose" as const, statements },
];

it.each([
  ["who was asked and who answered", "Asked by Ana, answered by Ben."],
  ["who told it", "Told by Ben."],
])("a card shows the first sentence of the answer where the summary says only %s", (_what, who) => {
  const body = bodyOf(
    said("npm run build", "code"),
    said("Ask **facilities**, room 4."),
    said("They have spare keys."),
  );
  expect(joinStatementTexts({ summary: [said(who)], body }).summaryText).toBe("Ask facilities, room 4.");
});

it("a card shows a summary that says something as it is, and who answered where there is no sentence", () => {
  const [who, body] = [said("Asked by Ana, answered by Ben."), bodyOf(said("Ask facilities."))];
  expect(joinStatementTexts({ summary: [said("Keys are at facilities."), who], body }).summaryText).toBe(
    "Keys are at facilities. Asked by Ana, answered by Ben.",
  );
  expect(joinStatementTexts({ summary: [who], body: bodyOf(said("ls", "code")) }).summaryText).toBe(who.text);
});
