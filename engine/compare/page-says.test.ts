import { describe, expect, it } from "vitest";
import { findMatchingPassage, saysTheSame } from "./index.ts";

const KEPT = "Database dumps are kept for 35 days.";

describe("Two texts that contradict a passage", () => {
  it("say the same if they contain the same values, even in different words", () => {
    for (const [one, other, isSame] of [
      ["We keep them for 21 days now.", "From Monday on dumps are kept for 21 days, not 35.", true],
      ["We keep them for 21 days now.", "It is 14 days now, the 21 days were too expensive.", false],
      ["They are not kept any more.", "They are not kept any more", true],
      ["They are not kept any more.", "They are kept in Leeds now.", false],
    ] as const)
      expect(saysTheSame(KEPT, one, other), other).toBe(isSame);
  });
});

describe("A page that lacked a sentence", () => {
  const SAID = ["Lost receipts up to 20 € are paid back if your team lead signs a note."];
  const onPage = (text: string, isNew = true) =>
    findMatchingPassage(
      [
        { headings: [], text: "Receipts go to the office.", isNew: false },
        { headings: ["Lost receipts"], text, isNew },
      ],
      SAID,
    );

  it("says the sentence if it contains the sentence word for word, or its values in other words", () => {
    expect(
      onPage("Note: lost receipts up to 20 € are paid back, if your team lead signs a note! Ask Moira.", false),
    ).toBe(1);
    expect(onPage("Up to 20 € are paid back when the team lead signs a note.")).toBe(1);
  });

  it("does not say the sentence with another value, as a denial, in part, or in an older passage", () => {
    for (const text of [
      "Up to 30 € are paid back when the team lead signs a note.",
      "Up to 20 € are not paid back when the team lead signs a note.",
      "Up to 20 € are paid back.",
    ])
      expect(onPage(text), text).toBeNull();
    expect(onPage("Up to 20 € are paid back when the team lead signs a note.", false)).toBeNull();
  });
});
