import { describe, expect, it } from "vitest";
import { findNewWords } from "./edited-sentence.ts";

const said = (text: string, form: "sentence" | "code" = "sentence") => ({ form, text });
const textsOf = (...given: Parameters<typeof findNewWords>) => findNewWords(...given)?.map(({ text }) => text) ?? null;

describe("The new words of an edited message", () => {
  const before = "Print the list first. Close the hall before you count. Ask Nadia.";
  const now = "Print the list first. Close the hall before you start to count. Ask Nadia.";

  it("come only from the sentence that changed", () => {
    const edit = { before, now };
    expect(textsOf(said("Close the hall before you count."), edit)).toEqual([
      "Close the hall before you start to count.",
    ]);
    expect(textsOf(said("Ask Nadia."), edit)).toBeNull();
  });

  it("are found for a sentence that a person or a model reworded", () => {
    expect(textsOf(said("The hall is closed before anybody counts; close it early"), { before, now })).toEqual([
      "Close the hall before you start to count.",
    ]);
    expect(textsOf(said("It takes fifteen minutes"), { before: "it's 15 min", now: "it's 20 min" })).toEqual([
      "It's 20 min",
    ]);
  });

  it("are several sentences if one sentence became several, and are kept apart if two sentences changed", () => {
    expect(textsOf(said("Wait a minute."), { before: "Wait a minute.", now: "Wait. Then press Sync." })).toEqual([
      "Wait.",
      "Then press Sync.",
    ]);
    const both = { before: "Open Stock. Press Count.", now: "Open Shelves. Press Start." };
    expect(textsOf(said("Press Count."), both)).toEqual(["Press Start."]);
  });

  it("are the whole message if the article's sentence contains the whole old message", () => {
    const edit = { before: "Open Stock. Press Count.", now: "Open Shelves. Press Count." };
    expect(textsOf(said("Open Stock. Press Count."), edit)).toEqual(["Open Shelves.", "Press Count."]);
    const longer = { before: `${edit.before} Ask Nadia.`, now: `${edit.now} Ask Nadia.` };
    expect(textsOf(said("Open Stock. Press Count."), longer)).toBeNull();
  });

  it("are unknown if the sentence was removed or two sentences became one", () => {
    expect(textsOf(said("Ask Nadia."), { before, now: "Print the list first." })).toBeNull();
    expect(textsOf(said("Open Stock."), { before: "Open Stock. Press Count.", now: "Count in Stock." })).toBeNull();
  });

  it("are the new lines of a code block, in its language", () => {
    const code = (value: number) => `Use this:\n\`\`\`ini\nMTU = ${value}\n\`\`\``;
    expect(findNewWords(said("MTU = 1380", "code"), { before: code(1380), now: code(1280) })).toEqual([
      { form: "code", text: "MTU = 1280", language: "ini" },
    ]);
  });
});
