import { describe, expect, it } from "vitest";
import type { SectionRole } from "../../../shared/domain/article.ts";
import type { ChatMessage } from "../../../shared/domain/chat.ts";
import { findAnswerer } from "./written-content.ts";

/** Messages by these people, in this sequence. Each sentence of a test's article cites a message by its position. */
const saidBy = (...names: string[]): ChatMessage[] =>
  names.map((name, place) => ({
    externalId: `${place}`,
    threadId: null,
    author: { externalId: `U-${name}`, name },
    sentAt: new Date(1_767_225_600_000 + place * 60_000),
    editedAt: null,
    text: "",
  }));
const section = (role: SectionRole, ...cited: number[]) => ({
  role,
  heading: null,
  layout: "prose" as const,
  statements: cited.map((at, place) => ({
    form: "sentence" as const,
    text: `${role} ${at} ${place}`,
    language: null,
    sources: [`${at}`],
  })),
});
const named = (said: ChatMessage[], ...body: ReturnType<typeof section>[]) =>
  findAnswerer(said, { summary: [], body })?.name;

describe("The person who explained an article", () => {
  it("wrote most of its sentences, also where a joke by others follows a long message", () => {
    expect(named(saidBy("Nadia", "Callum"), section("explanation", 0, 0, 0, 0), section("explanation", 1))).toBe(
      "Nadia",
    );
  });

  it("is counted by sentences and not by messages, and the question does not count", () => {
    const said = saidBy("Leon", "Hannah", "Ingrid", "Hannah", "Hannah");
    expect(
      named(said, section("question", 0, 0, 0, 0), section("answer", 2, 2, 2, 2), section("explanation", 1, 3, 4)),
    ).toBe("Ingrid");
  });

  it("is not who asks, unless they wrote more than half of what explains", () => {
    const said = saidBy("Leon", "Hannah", "Leon", "Ingrid");
    const question = section("question", 0);
    expect(named(said, question, section("answer", 1, 1), section("explanation", 2, 2, 2, 3))).toBe("Hannah");
    expect(named(said, question, section("answer", 1), section("explanation", 2, 2, 2))).toBe("Leon");
  });

  it("is who asks where nobody explains anything", () => {
    expect(named(saidBy("Leon"), section("question", 0))).toBe("Leon");
  });
});
