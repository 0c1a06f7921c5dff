import { expect, it } from "vitest";
import type { PresentPerson } from "../../../shared/contract/presence.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const PHONE_AT_NIGHT = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;
const { id, title } = sample.articlePage;

const present = (number: number, name: string, values: Partial<PresentPerson> = {}): PresentPerson => ({
  id: sample.idOf(number),
  name,
  activity: "viewing",
  article: { id, title },
  joinedAt: "2026-11-22T09:00:00.000Z",
  seenAt: "2026-11-22T09:15:00.000Z",
  ...values,
});
const answer = (...people: PresentPerson[]) =>
  app.server.answer("POST /api/presence", () => ({
    isAlone: false,
    showsDemo: false,
    joinedAt: "2026-11-22T09:00:00.000Z",
    people,
  }));

it("an article says who reads or edits it, and the editor says that nothing is overwritten", async () => {
  const elsewhere = present(3, "Joan Clarke", { article: null });
  answer(present(1, "Grace Hopper"), present(2, "Mary Somerville"), elsewhere);
  const page = await app.open(`/articles/${id}`, PHONE_AT_NIGHT);
  await see(page.getByText("Grace Hopper and Mary Somerville are reading this.")).toBeVisible();
  expect(app.bodiesTo("POST /api/presence").at(-1)).toMatchObject({ articleId: id, isEditing: false });
  expect(await findAccessibilityViolations(page)).toEqual([]);
  answer(present(1, "Grace Hopper", { activity: "editing" }), present(2, "Mary Somerville"));
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await see(page.getByText("Grace Hopper is editing this article, too. Nothing is overwritten")).toBeVisible();
  expect(app.bodiesTo("POST /api/presence").at(-1)).toMatchObject({ articleId: id, isEditing: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

it("an article shows at once that another person opened it", async () => {
  answer();
  const page = await app.open(`/articles/${id}`);
  await see(page.getByRole("heading", { name: title })).toBeVisible();
  await expect.poll(() => app.callsTo("POST /api/presence").length).toBeGreaterThan(0);
  answer(present(1, "Grace Hopper"));
  app.server.send({ type: "presence", articleId: id, window: "another1" });
  await see(page.getByText("Grace Hopper is reading this.")).toBeVisible();
});

it("the dashboard shows a real team with its edits, and no invented people", async () => {
  answer(present(1, "Grace Hopper", { activity: "editing" }), present(3, "Joan Clarke", { article: null }));
  app.server.answer("GET /api/presence/activity", () => [
    { articleId: id, title, person: "Grace Hopper", reason: "Edited: the port.", at: "2026-11-22T09:10:00.000Z" },
  ]);
  const page = await app.open("/");
  const strip = page.getByRole("region", { name: "Team presence", exact: true });
  await see(strip.getByText("2 active")).toBeVisible();
  await see(page.getByText("made-up")).toHaveCount(0);
  await page.getByRole("button", { name: "Team Activity" }).click();
  const panel = page.getByRole("dialog", { name: "Team Activity" });
  await see(panel.getByRole("region", { name: "Active Now" }).getByRole("listitem")).toHaveText([
    /Grace Hopper.*editing/,
    /Joan Clarke.*in the workspace/,
  ]);
  await see(panel.getByRole("region", { name: "Recent Activity" }).getByRole("listitem")).toContainText(
    "Edited: the port.",
  );
  await see(panel.getByText("Demo")).toHaveCount(0);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await panel.getByRole("link", { name: title }).first().click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/articles/${id}`);
});
