import type { Page } from "@playwright/test";
import { expect, it } from "vitest";
import type { MailDomain, Member } from "../../../../shared/contract/people.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";

const app = useAppInBrowser();

const ada: Member = {
  id: sample.user.id,
  name: "Ada Lovelace",
  email: sample.user.email,
  membership: "owner",
  lastSeenAt: "2026-11-20T09:00:00.000Z",
  isProvisioned: false,
  isYou: true,
  articles: 0,
};
const grace: Member = {
  ...ada,
  id: sample.idOf(2),
  name: "Grace Hopper",
  email: "grace@analytical.example",
  isYou: false,
};
const team: Member[] = [ada, { ...grace, membership: "editor", lastSeenAt: null, articles: 3 }];
const domain: MailDomain = {
  id: sample.idOf(9),
  domain: "analytical.example",
  recordName: "_lorekeep-challenge.analytical.example",
  recordValue: "lorekeep-domain-verification=5a1e",
  provenAt: null,
  checkedAt: null,
  provenBy: null,
};

const focusedPlace = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("section")?.querySelector("h2")?.textContent);

it("an owner gives roles, removes people, and proves a mail domain", async () => {
  let people = team;
  let domains: MailDomain[] = [];
  app.server.answer("GET /api/people", () => people);
  app.server.answer("GET /api/mail-domains", () => domains);
  app.server.answer("PATCH /api/people/:id", () => ({ success: true }));
  app.server.answer("DELETE /api/people/:id", () => {
    people = [ada];
    return { success: true };
  });
  app.server.answer("POST /api/mail-domains", () => {
    domains = [domain];
    return domain;
  });
  app.server.answer("POST /api/mail-domains/:id/check", () => {
    domains = [{ ...domain, provenAt: "2026-11-22T09:00:00.000Z" }];
    return domains[0];
  });
  const page = await app.open("/settings/team", { viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  await see(page.getByRole("region", { name: "2 people" }).getByRole("listitem")).toHaveText([
    /Ada Lovelace You.*signed in now/s,
    /Grace Hopper.*not signed in/s,
  ]);
  await see(page.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", "/api/people/export");
  const role = page.getByLabel("Role of Grace Hopper");
  await see(role.getByRole("option")).toHaveText(["Owner", "Admin", "Editor", "Reviewer", "Viewer"]);
  await role.focus();
  await role.selectOption("Reviewer");
  await expect.poll(() => app.bodiesTo(`PATCH /api/people/${grace.id}`)).toEqual([{ membership: "reviewer" }]);
  await see(
    page.getByText("Grace Hopper: Reviewer. Reads articles and decides what waits in the inbox.", { exact: true }),
  ).toBeVisible();
  // The select element was disabled while the membership was saved, but has the focus again.
  await see(role).toBeFocused();
  await page.getByLabel("Add a domain").fill("analytical.example");
  await page.getByRole("button", { name: "Add Domain" }).click();
  const row = page.getByRole("list", { name: "Mail domains" }).getByRole("listitem");
  await see(row).toContainText("Not verified yet");
  await see(row).toContainText(domain.recordValue);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole("button", { name: "Check analytical.example" }).click();
  await see(row).toContainText("Verified");
  await see(row).not.toContainText(domain.recordValue);
  await page.getByRole("button", { name: "Remove Grace Hopper" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Who takes over 3 articles?").selectOption("Ada Lovelace");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Remove Grace Hopper" }).click();
  await expect
    .poll(() => app.callsTo(`DELETE /api/people/${grace.id}`).map(({ query }) => query))
    .toEqual([{ articlesTo: ada.id }]);
  await see(page.getByRole("region", { name: "1 person" }).getByRole("listitem")).toHaveCount(1);
  // The focus must not return to the top of the page when the row with the focus is removed.
  await expect.poll(() => focusedPlace(page)).toBe("1 person");
});

it("an admin cannot touch an owner, and a viewer only reads", async () => {
  app.server.answer("GET /api/people", () => team.map((one) => ({ ...one, isYou: false })));
  app.server.answer("GET /api/mail-domains", () => []);
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "admin" }));
  const page = await app.open("/settings/team");
  await see(page.getByLabel("Role of Grace Hopper").getByRole("option")).toHaveText([
    "Admin",
    "Editor",
    "Reviewer",
    "Viewer",
  ]);
  await see(page.getByLabel("Role of Ada Lovelace")).toHaveCount(0);
  app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
  await page.reload();
  await see(page.getByText("Grace Hopper")).toBeVisible();
  await see(page.getByLabel("Role of Grace Hopper")).toHaveCount(0);
  await see(page.getByRole("region", { name: "Mail Domains" })).toHaveCount(0);
  await see(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  expect(app.callsTo("GET /api/mail-domains")).toHaveLength(1);
});
