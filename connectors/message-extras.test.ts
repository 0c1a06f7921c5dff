import { expect, it } from "vitest";
import { mapMessage as fromGoogle } from "./google-chat/map.ts";
import { buildMessageExtras } from "./message-extras.ts";
import { mapMessage as fromSlack } from "./slack/map.ts";
import { mapMessage as fromTeams } from "./teams/map.ts";

const place = { id: "m1", sentAt: new Date("2026-11-01T10:00:00Z") };
const besideOf = (mapped: unknown) => (mapped as { message?: { beside?: unknown } } | null)?.message?.beside;

it("Slack's reactions and files are stored beside the message's text, and small text files with their content", () => {
  const people = { user: () => "Ana", channel: () => undefined, group: () => undefined, isBot: () => false };
  const message = {
    ts: "1700000000.000100",
    user: "U1",
    text: "See the steps.",
    files: [
      { name: "steps.txt", preview: "1. Hold pause.", preview_is_truncated: false },
      { name: "log.txt", preview: "begins", preview_is_truncated: true },
      { title: "Plan" },
    ],
    reactions: [{ name: "+1", users: ["U2", "U3"], count: 2 }],
  };
  expect(besideOf(fromSlack(message, people as never))).toEqual({
    files: [{ name: "steps.txt", text: "1. Hold pause." }, { name: "log.txt" }, { name: "Plan" }],
    reactions: [{ name: "+1", count: 2 }],
  });
  const broken = { ...message, files: "none", reactions: [{ name: 7 }] };
  expect(fromSlack(broken, people as never)).toMatchObject({ message: { text: "See the steps." } });
});

it("Google Chat's reactions and file names are stored beside the message's text", () => {
  const message = {
    sender: { name: "users/1", type: "HUMAN", displayName: "Ana" },
    text: "See the plan.",
    attachment: [{ contentName: "plan.pdf" }],
    emojiReactionSummaries: [{ emoji: { unicode: "👍" }, reactionCount: 3 }],
  };
  expect(besideOf(fromGoogle(message, place as never, null, () => undefined))).toEqual({
    files: [{ name: "plan.pdf" }],
    reactions: [{ name: "👍", count: 3 }],
  });
});

it("Teams' reactions are counted by kind", () => {
  const message = {
    messageType: "message",
    from: { user: { id: "u1", displayName: "Ana" } },
    body: { contentType: "text", content: "Hold pause." },
    reactions: [{ reactionType: "like" }, { reactionType: "like" }, { reactionType: "heart" }],
  };
  expect(besideOf(fromTeams(message, place as never, null))).toEqual({
    reactions: [
      { name: "like", count: 2 },
      { name: "heart", count: 1 },
    ],
  });
});

it("the data beside a message's text has a size limit", () => {
  const many = Array.from({ length: 500 }, (_, place) => ({ name: `f${place}`, text: "x".repeat(9_000), count: 1 }));
  const { beside } = buildMessageExtras({
    files: many,
    reactions: [...many, { name: "x", count: Number.POSITIVE_INFINITY }],
  });
  expect(beside?.files).toHaveLength(10);
  expect(beside?.files?.every(({ text }) => text === undefined)).toBe(true);
  expect(beside?.reactions).toHaveLength(20);
  expect(buildMessageExtras({ files: [], reactions: [] })).toEqual({});
});
