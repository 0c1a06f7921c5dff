import { describe, expect, it } from "vitest";
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

describe("The line under an article's title in a list", () => {
  const summaryOf = (...texts: string[]) =>
    joinStatementTexts({ summary: [], body: bodyOf(...texts.map((text) => said(text))) }).summaryText;

  it("does not begin in the middle of a command", () => {
    expect(
      summaryOf("-nd first, then run git clean -fd src/generated.", "Delete the generated files before you build."),
    ).toBe("Delete the generated files before you build.");
  });

  it("is the sentence that tells what to do, not the first reply", () => {
    const steps = "Open the order, press `Sync carrier` and wait for a minute.";
    expect(summaryOf("Same here!", "I had one of those too, ended up cancelling and reordering.", steps)).toBe(
      "Open the order, press Sync carrier and wait for a minute.",
    );
    expect(summaryOf("Scanners again.", "You have to sign in to the guest network first.")).toBe(
      "You have to sign in to the guest network first.",
    );
    expect(summaryOf("Ja, zwei am Telefon!", "Du musst zuerst den Stecker vom Drucker ziehen.")).toBe(
      "Du musst zuerst den Stecker vom Drucker ziehen.",
    );
  });

  it("is the first that says something where nobody instructs, and empty where all only react", () => {
    expect(summaryOf("Yes, two!", "The keys of the cabinet hang beside the reception.")).toBe(
      "The keys of the cabinet hang beside the reception.",
    );
    expect(summaryOf("Same here!", "Yes, two on the phone!", "Could it be the router of the office?")).toBe("");
  });
});
