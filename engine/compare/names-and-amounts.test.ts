import { expect, test } from "vitest";
import { compareKnowledge } from "./same-knowledge.ts";

const text = (title: string, ...said: string[]) => ({
  title,
  contentType: "faq" as const,
  statements: said.map((one) => ({ form: "sentence" as const, text: one })),
});

test("another person's name is new information, even at the beginning of a sentence", async () => {
  const known = text(
    "Who answers questions about payroll?",
    "Write to payroll@acme.example, Maria answers within two days.",
  );
  const same = text("Contact for payroll", "Maria, at payroll@acme.example; it takes up to two days.");
  const other = text("Contact for payroll", "Stefan, at payroll@acme.example; it takes up to two days.");
  const { addedStatements } = await compareKnowledge(known, same);
  expect(addedStatements).toEqual([]);
  expect((await compareKnowledge(known, other)).addedStatements).toEqual([0]);
});

test("an amount with a decimal comma equals the same amount with a decimal point", async () => {
  const known = text(
    "What is the postage for a parcel to Austria?",
    "The postage for a parcel to Austria is 9.90 euros.",
  );
  const comma = (amount: string) =>
    compareKnowledge(
      known,
      text("Postage for parcels to Austria", `The postage for a parcel to Austria is ${amount} €.`),
    );
  expect((await comma("9,90")).relation).toBe("same");
  expect((await comma("12,90")).relation).toBe("contradicts");
});

test("'is not covered' agrees with 'is excluded' and contradicts 'is covered'", async () => {
  const known = text("Does the warranty cover batteries?", "No, batteries are not covered, they are wear parts.");
  const asked = "Does the warranty cover the batteries?";
  const relation = async (said: string) => (await compareKnowledge(known, text(asked, said))).relation;
  expect(await relation("Batteries are wear parts, so they are excluded.")).not.toBe("contradicts");
  expect(await relation("Yes, batteries are covered for a year.")).toBe("contradicts");
});

test("'is closed' and 'is no longer used' agree that a thing has ended", async () => {
  const known = text(
    "Which tool do we use for time tracking?",
    "We use Clockodo.",
    "The time tracking spreadsheet is closed.",
  );
  const fresh = text(
    "Which tool is used for time tracking?",
    "Clockodo, the time tracking spreadsheet is no longer used.",
  );
  expect((await compareKnowledge(known, fresh)).relation).not.toBe("contradicts");
});

test("a statement that a thing was removed contradicts the advice to use the thing", async () => {
  const known = text("How do I stop the conveyor in an emergency?", "Pull the red cord along the belt.");
  const fresh = text(
    "How do I stop the conveyor in an emergency?",
    "Press the yellow button, the red cord along the belt was removed.",
  );
  expect((await compareKnowledge(known, fresh)).relation).toBe("contradicts");
});
