import { skipOnboarding } from "../../web/testing/skip-onboarding.ts";
import { findInvitationLink, invite } from "./invite.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { createStoryData } from "./story-data.ts";

// The product refuses a viewer's forbidden actions and the requests of an ended session.
test.use({ expectedErrors: [/status of 40[0139]|\/api\/events/] });

const newcomer = { first: "Grace", last: "Hopper", password: "nanoseconds are short" };

test("two people in two browsers: invited, in, two workspaces, another role, removed", async ({
  page,
  place,
  browser,
  baseURL,
  request,
}) => {
  const email = `grace-${Date.now()}@larkmoor.example`;
  const own = await createStoryData(request);
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  await context.addInitScript(skipOnboarding);
  const grace = await context.newPage();
  await signIn(page, place);

  await test.step("Noor invites Grace as a viewer, with a word of welcome", async () => {
    await page.goto("/settings/team");
    await invite(page, email, "Viewer");
    const row = page.getByRole("list", { name: "Pending invitations" }).getByRole("listitem");
    await expect(row).toContainText("Pending");
  });

  await test.step("Grace opens the link, types her name and a password, and is in", async () => {
    await grace.goto(await findInvitationLink(request, email));
    await expect(grace.getByRole("heading", { level: 1 })).toHaveText("Join Larkmoor");
    await expect(grace.getByText("Glad to have you.")).toBeVisible();
    await grace.getByLabel("First name").fill(newcomer.first);
    await grace.getByLabel("Last name").fill(newcomer.last);
    await grace.getByLabel("Password", { exact: true }).fill(newcomer.password);
    await grace.getByLabel("Repeat the password").fill(newcomer.password);
    await grace.getByRole("button", { name: "Join Larkmoor" }).click();
    await expect(grace.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  });

  await test.step("Noor sees her without a reload; Grace cannot invite", async () => {
    await expect(page.getByRole("region", { name: "2 people" })).toContainText("Grace Hopper");
    await grace.goto("/settings/team");
    await expect(grace.getByText("Grace Hopper")).toBeVisible();
    await expect(grace.getByRole("button", { name: "Invite People" })).toHaveCount(0);
  });

  await test.step("an admin's role is there for Grace as soon as Noor gives it", async () => {
    await page.getByLabel("Role of Grace Hopper").selectOption("Admin");
    await expect(grace.getByRole("button", { name: "Invite People" })).toBeVisible();
  });

  await test.step("Grace is invited to another company's workspace and changes between the two", async () => {
    const other = await browser.newContext({ baseURL: baseURL ?? "" });
    await other.addInitScript(skipOnboarding);
    const otherPage = await other.newPage();
    await signIn(otherPage, own);
    await otherPage.goto("/settings/team");
    await invite(otherPage, email, "Editor");
    await other.close();
    await grace.goto(await findInvitationLink(request, email, 2));
    await grace.getByRole("button", { name: "Join Larkmoor" }).click();
    await expect(grace.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await grace.getByRole("button", { name: /^Workspace: Larkmoor/ }).click();
    const workspaces = grace.getByRole("list", { name: "Workspaces" });
    await expect(workspaces.getByRole("button", { name: "Larkmoor Editor" })).toHaveAttribute("aria-current", "true");
    // Switching to the other workspace loads a new page.
    await Promise.all([grace.waitForEvent("load"), workspaces.getByRole("button", { name: "Larkmoor Admin" }).click()]);
    await expect(grace.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await grace.goto("/settings/team");
    await expect(grace.getByText(place.email)).toBeVisible();
  });

  await test.step("Noor removes her: that session ends, and her other workspace is still hers", async () => {
    await page.getByRole("button", { name: "Remove Grace Hopper" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove Grace Hopper" }).click();
    await seeToast(page, "Person removed");
    await grace.goto("/settings/team");
    await expect(grace.getByRole("heading", { level: 1 })).not.toHaveText("Team");
    const form = { email, password: newcomer.password };
    expect((await grace.request.post("/api/login", { form, maxRedirects: 0 })).status()).toBe(303);
    await grace.goto("/settings/team");
    await expect(grace.getByText(own.email)).toBeVisible();
    await expect(grace.getByText(place.email)).toHaveCount(0);
  });
  await context.close();
});
