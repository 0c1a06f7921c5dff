import { expect, it } from "vitest";
import type { Notification } from "../../../shared/contract/notifications.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const PHONE_AT_NIGHT = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;

const article = { id: sample.idOf(60), title: "How to rotate the mail worker's token" };
const waiting: Notification = {
  id: sample.idOf(700),
  kind: "decision",
  at: "2026-11-22T09:15:00.000Z",
  isRead: false,
  article,
  decision: "proposal",
};
const changed: Notification = { id: sample.idOf(701), kind: "changed", at: waiting.at, isRead: false, article };

it("the bell counts what is unread and leads to the list, where one or all are marked as read", async () => {
  let list = [waiting, changed];
  app.server.answer("GET /api/notifications", () => ({
    unread: list.filter(({ isRead }) => !isRead).length,
    notifications: list,
  }));
  app.server.answer("POST /api/notifications/read", ({ body }) => {
    const { ids } = body as { ids?: string[] };
    list = list.map((one) => ({ ...one, isRead: one.isRead || !ids || ids.includes(one.id) }));
    return { success: true };
  });
  const page = await app.open("/logs", PHONE_AT_NIGHT);
  await page.getByRole("link", { name: "Notifications: 2 unread" }).first().click();
  const rows = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  await see(rows).toHaveText([/Needs a decision: a change is proposed.*rotate/s, /Changed.*rotate/s]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await rows.first().getByRole("button").click();
  await see(page.getByRole("link", { name: "Notifications: 1 unread" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Mark All as Read" }).click();
  await see(page.getByRole("button", { name: /read/i })).toHaveCount(0);
  expect(app.bodiesTo("POST /api/notifications/read")).toEqual([{ ids: [waiting.id] }, {}]);
  await see(rows.last().getByRole("link")).toHaveAttribute("href", `/articles/${article.id}`);
});

it("the weekly wiki notification says which pages to check, and links to them", async () => {
  const report: Notification = { id: sample.idOf(702), kind: "wiki", at: waiting.at, isRead: true, article: null };
  app.server.answer("GET /api/notifications", () => ({ unread: 0, notifications: [report] }));
  const page = await app.open("/notifications");
  const row = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  await see(row).toContainText("Once a week");
  await see(row.getByRole("link", { name: "What to look at in your wiki" })).toHaveAttribute(
    "href",
    "/configuration?view=wiki-health",
  );
});

it("many decisions of one kind are one row, which is marked as read as a whole", async () => {
  const drafts = Array.from({ length: 5 }, (_, place): Notification => {
    const about = { id: sample.idOf(60 + place), title: `Draft ${place}` };
    return { ...waiting, id: sample.idOf(710 + place), decision: "draft", article: about };
  });
  app.server.answer("GET /api/notifications", () => ({ unread: 7, notifications: [changed, ...drafts, waiting] }));
  const page = await app.open("/notifications", PHONE_AT_NIGHT);
  const rows = page.getByRole("list", { name: "Notifications" }).getByRole("listitem");
  await see(rows).toHaveText([
    /Changed/,
    /a draft to review.*Draft 0.*and 4 others in the inbox/s,
    /a change is proposed/,
  ]);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await rows.nth(1).getByRole("button", { name: "Mark as read: Draft 0 and 4 others" }).click();
  expect(app.bodiesTo("POST /api/notifications/read")).toEqual([{ ids: drafts.map(({ id }) => id) }]);
});

it("an empty notification list says what to do, and a failed one says that it could not load", async () => {
  const page = await app.open("/notifications");
  await see(page.getByText("No notifications")).toBeVisible();
  app.refuse("GET /api/notifications");
  const broken = await app.open("/notifications");
  await see(broken.getByText("This could not be loaded.")).toBeVisible();
});

it("a person chooses what they are told, where and when, and stops following", async () => {
  let watches = [{ kind: "category", target: "Deployment", name: "Deployment" }];
  app.server.answer("GET /api/watches", () => watches);
  app.server.answer("PUT /api/watches", () => {
    watches = [];
    return { success: true };
  });
  const page = await app.open("/settings/notifications", PHONE_AT_NIGHT);
  await see(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByLabel("How often").selectOption("weekly");
  await page.getByLabel("Day").selectOption("Friday");
  await page.getByLabel("Time").selectOption("17:00");
  await page.getByLabel("Changes by email").uncheck();
  await page.getByLabel("Changes in Slack").check();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => app.bodiesTo("PUT /api/notification-settings").at(-1))
    .toMatchObject({
      mail: "weekly",
      weekday: 5,
      hour: 17,
      kinds: { changed: { app: true, mail: false, chat: true } },
    });
  await page.getByRole("button", { name: "Stop following Deployment" }).click();
  await see(page.getByText("You follow no articles yet.")).toBeVisible();
  expect(app.bodiesTo("PUT /api/watches")).toEqual([{ kind: "category", target: "Deployment", isOn: false }]);
});

it("an article, its channel and its category are followed from the article", async () => {
  let watches: { kind: string; target: string; name: string }[] = [];
  app.server.answer("GET /api/watches", () => watches);
  app.server.answer("PUT /api/watches", ({ body }) => {
    const { kind, target } = body as { kind: string; target: string };
    watches = [{ kind, target, name: "" }];
    return { success: true };
  });
  const page = await app.open(`/articles/${sample.articlePage.id}`);
  await page.getByRole("button", { name: "Follow" }).click();
  await page.getByRole("checkbox", { name: /Every article in/ }).click();
  await see(page.getByRole("checkbox", { name: /Every article in/ })).toBeChecked();
  expect(app.bodiesTo("PUT /api/watches")).toEqual([
    { kind: "category", target: sample.articlePage.category, isOn: true },
  ]);
  await page.getByRole("button", { name: "Done" }).click();
  await see(page.getByRole("button", { name: "Following" })).toBeVisible();
});

it("dates are shown in the time zone and the language that the person chose", async () => {
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, timeZone: "Asia/Tokyo", dateLocale: "de-DE" }));
  const page = await app.open("/logs", { timezoneId: "America/New_York" });
  // The time is 13:50 in UTC.
  await see(page.getByText("20.11.2026, 22:50").first()).toBeVisible();
  await page.goto(`${app.server.address}/settings/personal`);
  await page.getByLabel("Language of Dates").selectOption("English (United States)");
  await page.getByLabel("Time Zone").selectOption("Europe/Berlin");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect
    .poll(() => app.bodiesTo("PUT /api/auth/dates"))
    .toEqual([{ timeZone: "Europe/Berlin", dateLocale: "en-US" }]);
});
