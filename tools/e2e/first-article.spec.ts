import { IT_HELP, SUPPORT } from "./small-team.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

test.describe("signing in", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("AUTH-006 a wrong password is refused and the address stays in the form", async ({ page, place }) => {
    await page.goto("/api/login");
    await page.getByLabel("Email").fill(place.email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(place.email);
    await page.getByLabel("Password").fill(place.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await page.getByRole("link", { name: "Log Out" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto("/articles");
    await expect(page).toHaveURL(/\/api\/login\?next=%2Farticles$/);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in page works", async ({ page, context, place }) => {
    await page.goto("/api/login");
    await page.getByLabel("Email").fill(place.email);
    await page.getByLabel("Password").fill(place.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/");
    expect((await context.cookies()).map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ["sid", true],
      ["device", true],
    ]);
  });
});

test("PUB-005 PUB-008 from an empty workspace to the first article on both platforms", async ({ page, place }) => {
  await signIn(page, place);
  await test.step("DASH-020 DASH-025 ART-012 CONF-017 the empty screens say what is missing", async () => {
    await page.goto("/");
    await expect(page.getByText("No knowledge articles created yet")).toBeVisible();
    await expect(page.getByText("No integrations configured")).toBeVisible();
    await page.getByRole("link", { name: "Knowledge Articles" }).click();
    await expect(page.getByText("No articles found")).toBeVisible();
    await page.getByRole("link", { name: "Knowledge Mgmt Tools" }).click();
    await expect(page.getByText("No integrations yet")).toBeVisible();
  });

  const form = page.getByRole("region", { name: "Add Integration" });

  await test.step("CONF-029 ERR-009 ERR-012 Confluence is added with its guide beside the form, and works", async () => {
    await page.getByRole("button", { name: "Connect a platform" }).click();
    await expect(form.getByText("How to set up Confluence")).toBeVisible();
    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill(place.confluence.baseUrl);
    await form.getByLabel("Space Key").fill(place.confluence.spaceId);
    const [email = "", token = ""] = place.confluence.apiKey.split(":");
    await form.getByLabel("E-mail Address").fill(email);
    await form.getByLabel("API Token").fill(token);
    await form.getByRole("button", { name: "Add Integration" }).click();
    await seeToast(page, "Integration added");
    await page.getByRole("button", { name: "Test Handbook" }).click();
    await seeToast(page, "Test successful", "Integration is working correctly.");
  });

  await test.step("CONF-023 CONF-030 Notion is added without an address, and works", async () => {
    await page.getByRole("button", { name: "Add Integration" }).click();
    await form.getByLabel("Platform").selectOption("Notion");
    await expect(form.getByText("How to set up Notion")).toBeVisible();
    await form.getByLabel("Name").fill("Notes");
    await form.getByLabel("Parent Page ID").fill(place.notion.spaceId);
    await form.getByLabel("Integration Token").fill(place.notion.apiKey);
    await form.getByRole("button", { name: "Add Integration" }).click();
    await seeToast(page, "Integration added");
    await page.getByRole("button", { name: "Test Notes" }).click();
    await seeToast(page, "Test successful", "Integration is working correctly.");
  });

  await test.step("CHAN-002 ERR-025 CHAN-039 Slack is added and says which team it reads", async () => {
    await page.getByRole("link", { name: "Collaboration Tools" }).click();
    await expect(page.getByRole("button", { name: "Add Channel" })).toBeDisabled();
    await page.getByRole("button", { name: "Add Integration" }).click();
    await form.getByLabel("Name").fill("Larkmoor");
    await form.getByLabel("Bot Token").fill(place.slack.botToken);
    await form.getByLabel("Signing Secret").fill("signing-secret");
    await form.getByRole("button", { name: "Save" }).click();
    await seeToast(page, "Slack integration added");
    await page.getByRole("button", { name: "Test Larkmoor" }).click();
    await seeToast(page, "Test successful", place.slack.teamName);
  });

  await test.step("CHAN-029 CHAN-030 ERR-015 channels are chosen from those of the team", async () => {
    const channelForm = page.getByRole("region", { name: "Add Channel" });
    for (const channel of [IT_HELP, SUPPORT]) {
      await page.getByRole("button", { name: "Add Channel" }).first().click();
      await channelForm.getByRole("checkbox", { name: `#${channel}`, exact: true }).check();
      // The following steps count what each Analyze reads.
      await channelForm.getByRole("checkbox", { name: `Watch #${channel} from now on` }).uncheck();
      await channelForm.getByRole("button", { name: "Add Channel" }).click();
      await seeToast(page, "Channel added", "It is read when you press Analyze.");
      await expect(channelForm).toHaveCount(0);
    }
  });

  await test.step("CHAN-036 ERR-018 one channel is analyzed, and the toast counts what was read and written", async () => {
    await page.getByRole("button", { name: `Analyze #${IT_HELP}` }).click();
    await seeToast(page, "Analysis complete", /Processed \d+ messages and created 2 articles\./);
  });

  await test.step("DASH-009 DASH-010 DASH-011 ERR-006 the analysis test goes on before one's eyes", async () => {
    await page.getByRole("link", { name: "Dashboard" }).click();
    await page.request.post(`${getTestAddresses().slack}/_stand-in/faults`, {
      data: { match: "conversations.history", kind: { late: 1000 } },
    });
    await page.getByRole("button", { name: "Run Analysis Test" }).click();
    await expect(page.getByRole("button", { name: "Analyzing Messages..." })).toBeVisible();
    await expect(page.getByRole("progressbar")).toBeVisible();
    await seeToast(page, "Test Successful!", /Created 1 article from \d+ messages/);
    const card = page.getByRole("region", { name: "Slack Monitoring & Testing" });
    await expect(card.getByRole("listitem")).toHaveCount(2);
  });

  await test.step("DASH-016 DASH-018 DASH-023 the articles are published without loading the page again", async () => {
    const recent = page.getByRole("region", { name: "Recent Knowledge Articles" });
    await expect(recent.getByRole("listitem")).toHaveCount(3);
    await expect(recent.getByText("Published", { exact: true })).toHaveCount(3);
    await expect(page.getByRole("region", { name: "Connected Integrations" })).toContainText("3 published articles");
    await recent.getByRole("link", { name: /VPN/ }).click();
  });

  await test.step("each sentence has its source beside it, and both are marked together", async () => {
    const sourced = page.locator(".sourced", { hasText: "1280" }).first();
    const note = sourced.getByRole("note");
    await expect(note).toContainText(`#${IT_HELP}`);
    const unmarked = await sourced.locator(".sourced-text").evaluate((node) => getComputedStyle(node).backgroundColor);
    await note.getByRole("button").first().hover();
    await expect(sourced.locator(".sourced-text")).not.toHaveCSS("background-color", unmarked);
  });

  await test.step("the published pages are one click away and hold the text", async () => {
    await page.getByRole("button", { name: "Details" }).click();
    for (const platform of ["Confluence", "Notion"]) {
      const name = platform === "Confluence" ? "Handbook" : "Notes";
      const row = page.getByRole("listitem").filter({ hasText: name }).filter({ hasText: "Open the page" });
      const [opened] = await Promise.all([
        page.context().waitForEvent("page"),
        row.getByRole("link", { name: "Open the page" }).click(),
      ]);
      await expect(opened.getByText(`${platform} stand-in`)).toBeVisible();
      await expect(opened.getByRole("heading", { level: 1 })).toContainText("VPN");
      await expect(opened.getByRole("article")).toContainText("1280");
      await opened.close();
    }
  });
});
