import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { reviewSettings } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildChannel, buildWorkspace } from "../testing/factories.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { createAccount } from "../workspace/accounts/create-account.ts";
import { readReviewSettings, storeReviewSettings } from "./review-queries.ts";
import { chooseStateOfNewArticle } from "./review-settings.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

let count = 0;
async function newWorkspace(): Promise<string> {
  count += 1;
  const name = { firstName: "Ada", lastName: "Lovelace", company: "Acme" };
  const account = { ...name, email: `ada-${count}@review.test`, password: "a-long-password", verified: true };
  return (await createAccount(test.deps, account)).workspaceId;
}
const risk = (workspaceId: string) =>
  inWorkspace(test.db, workspaceId, async (scope) => (await readReviewSettings(scope)).acceptedRisk);

it("a new workspace reviews the first articles of each channel", async () => {
  const workspaceId = await newWorkspace();
  const { id } = await buildChannel(test.db, { workspaceId });
  const stateOf = (confidence: number) =>
    inWorkspace(
      test.db,
      workspaceId,
      async (scope) => (await chooseStateOfNewArticle(scope, id, { confidence })).state,
    );
  expect([await stateOf(1), await stateOf(0.5)]).toEqual(["review", "draft"]);
});

it("a new workspace publishes without review, from a trusted channel, only what it is confident of", async () => {
  const workspaceId = await newWorkspace();
  const { id } = await buildChannel(test.db, { workspaceId, trustedAt: new Date() });
  const stateOf = (confidence: number) =>
    inWorkspace(
      test.db,
      workspaceId,
      async (scope) => (await chooseStateOfNewArticle(scope, id, { confidence })).state,
    );
  expect(await risk(workspaceId)).toBe(20);
  expect([await stateOf(0.5), await stateOf(0.79), await stateOf(0.8), await stateOf(1)]).toEqual([
    "draft",
    "draft",
    "stands",
    "stands",
  ]);
});

it("a draft says why the engine is not sure of it, without a figure, or that every article is reviewed", async () => {
  const workspaceId = await newWorkspace();
  const { id } = await buildChannel(test.db, { workspaceId });
  const reasonAt = (confidence: number, acceptedRisk: number, reasons: string[] = []) =>
    inWorkspace(test.db, workspaceId, async (scope) => {
      await storeReviewSettings(scope, { ...(await readReviewSettings(scope)), acceptedRisk });
      return (await chooseStateOfNewArticle(scope, id, { confidence, reasons })).stateReason;
    });
  expect(await reasonAt(0.136, 20)).toBe("Lorekeep is not sure of it.");
  const saw = ["a question answered by someone else", "steps given"];
  expect(await reasonAt(0.136, 20, saw)).toBe(
    "Lorekeep is not sure of it. It saw a question answered by someone else and steps given; no clear confirmation was found.",
  );
  expect(await reasonAt(0.136, 20, [...saw, "thanked"])).toBe(
    "Lorekeep is not sure of it. It saw a question answered by someone else, steps given, and thanked.",
  );
  expect(await reasonAt(0.95, 0)).toBe("Every article is reviewed before it is published.");
  expect(await reasonAt(0.95, 20)).toMatch(/^It is one of the first articles of #/);
});

it("an article for which nothing speaks is a draft, however sure the engine is", async () => {
  const workspaceId = await newWorkspace();
  const { id } = await buildChannel(test.db, { workspaceId });
  const read = await createLocalEngine().detect(conversationOf("Scanners again.", "They drop off the wifi daily now"), {
    ...DEFAULT_DETECTION_SETTINGS,
  });
  expect(read).toMatchObject({ reasons: ["no question, steps or explanation found"], lacksGrounds: true });
  const sureness = { confidence: 0.95, lacksGrounds: read.lacksGrounds };
  expect(await inWorkspace(test.db, workspaceId, (scope) => chooseStateOfNewArticle(scope, id, sureness))).toEqual({
    state: "draft",
    stateReason:
      "It begins with no question that is answered, and Lorekeep is not sure that it helps others: it is reviewed before it is published.",
  });
});

it("an article with a sentence that may have been corrected is a draft, however sure the engine is", async () => {
  const workspaceId = await newWorkspace();
  const { id } = await buildChannel(test.db, { workspaceId });
  const sureness = { confidence: 0.95, mayBeCorrected: true };
  expect(await inWorkspace(test.db, workspaceId, (scope) => chooseStateOfNewArticle(scope, id, sureness))).toEqual({
    state: "draft",
    stateReason:
      "A sentence may have been corrected later in the conversation: a person decides what holds before it is published.",
  });
});

function conversationOf(...texts: string[]): Conversation {
  const messages = texts.map((text, place) => ({
    externalId: `${place}`,
    threadId: null,
    author: { externalId: `U${place}`, name: `Person ${place}` },
    sentAt: new Date(1_767_225_600_000 + place * 60_000),
    editedAt: null,
    text,
  }));
  return { key: "0", messages };
}

it("a workspace from before these settings keeps its review settings, chosen or default", async () => {
  const undecided = await newWorkspace();
  const { id: decided } = await buildWorkspace(test.db);
  await test.db.update(reviewSettings).set({ acceptedRisk: 70 }).where(eq(reviewSettings.workspaceId, decided));
  await test.db.$client.query(await readFile("migrations/0066_kept-review-choice.sql", "utf8"));
  const later = await newWorkspace();
  expect([await risk(undecided), await risk(decided), await risk(later)]).toEqual([50, 70, 20]);
});

it("a workspace from before these settings publishes a channel's first articles without review, as it did", async () => {
  const before = await newWorkspace();
  await test.db.$client.query(await readFile("migrations/0098_kept-first-review.sql", "utf8"));
  const later = await newWorkspace();
  const isReviewed = (workspaceId: string) =>
    inWorkspace(test.db, workspaceId, async (scope) => (await readReviewSettings(scope)).reviewNewChannels);
  expect([await isReviewed(before), await isReviewed(later)]).toEqual([false, true]);
});
