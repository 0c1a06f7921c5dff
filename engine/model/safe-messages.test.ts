import { expect, it } from "vitest";
import { toSafeMessages } from "./safe-messages.ts";

const said = (name: string, text: string, minute: number) => ({
  externalId: `m${minute}`,
  threadId: null,
  author: { externalId: `U-${name}`, name },
  sentAt: new Date(Date.UTC(2026, 9, 5, 9, minute)),
  editedAt: null,
  text,
});

it("calls a person by one number, whether they speak, are mentioned, or are named in full, by first name or with a title", () => {
  const { messages, people } = toSafeMessages([
    said("Kim Yazzie", "Who has the key?", 0),
    said("Bo Lindqvist", "Ask @Kim Yazzie, Kim or Frau Yazzie. Kim Yazzie knows, says Mr. Lindqvist.", 1),
  ]);
  expect(messages.map(({ by }) => by)).toEqual(["person 1", "person 2"]);
  expect(messages[1]?.text).toBe("Ask @person 1, person 1 or person 1. person 1 knows, says person 2.");
  expect([...people.values()]).toEqual(["Kim Yazzie", "Bo Lindqvist"]);
});

it("gives a person who never writes one number, and uses it everywhere", () => {
  const known = [{ externalId: "U-9", name: "Ida Sorensen" }];
  const { messages } = toSafeMessages(
    [said("Kim Yazzie", "Ida Sorensen signs it.", 0), said("Kim Yazzie", "Ms Sorensen is back on Monday, ask Ida.", 1)],
    known,
  );
  expect(messages.map(({ text }) => text)).toEqual(["person 2 signs it.", "person 2 is back on Monday, ask person 2."]);
});

it("leaves a last name unchanged if two people have it", () => {
  const { messages } = toSafeMessages([said("Kim Berg", "Frau Berg has it.", 0), said("Tom Berg", "Which one?", 1)]);
  expect(messages[0]?.text).toBe("Frau Berg has it.");
});
