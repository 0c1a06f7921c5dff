import { IT_HELP, SUPPORT } from "./small-team.ts";
import { expect, seeToast, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";
import { WorkspaceSetup } from "./workspace.ts";

test.describe("Slack", () => {
  test.use({ expectedErrors: [/status of (?:400 .*\/api\/collaboration-integrations|502 .*\/api\/slack\/channels)/] });

  test("CHAN-039 a wrong bot token and a missing scope are named", async ({ page, place }) => {
    const { slack } = place;
    await signIn(page, place);
    await page.goto("/channels");
    await page.getByRole("button", { name: "Add Integration" }).click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await form.getByLabel("Name").fill("Larkmoor");
    await form.getByLabel("Bot Token").fill("xoxb-of-another-time");
    await form.getByLabel("Signing Secret").fill("signing-secret");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText(/Slack does not accept the bot token/)).toBeVisible();

    await form.getByLabel("Bot Token").fill(slack.botToken);
    await form.getByRole("button", { name: "Save" }).click();
    await seeToast(page, "Slack integration added");

    await page.request.put(`${getTestAddresses().control}/slack/${slack.teamId}/scopes`, {
      data: { without: ["channels:history"] },
    });
    await page.getByRole("button", { name: "Test Larkmoor" }).click();
    await seeToast(page, "Test failed", "lacks the scope channels:history");

    await page.request.put(`${getTestAddresses().control}/slack/${slack.teamId}/scopes`, { data: { without: [] } });
    await page.getByRole("button", { name: "Test Larkmoor" }).click();
    await seeToast(page, "Test successful", slack.teamName);
    await expect(page.getByRole("main").getByText(/lacks the scope/)).toHaveCount(0);
  });
});

test("a Confluence token that ends while articles are written loses nothing", async ({ page, place }) => {
  await signIn(page, place);
  const workspace = new WorkspaceSetup(page, place);
  await workspace.connectConfluence();
  await workspace.connectSlack();
  const channels = await workspace.monitor(IT_HELP, SUPPORT);
  const support = channels.find(({ channelName }) => channelName === SUPPORT);
  const itHelp = channels.find(({ channelName }) => channelName === IT_HELP);
  if (!support || !itHelp) throw new Error("A channel is missing.");
  await workspace.analyse(support);
  await page.goto("/articles");
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });
  await expect(cards).toHaveText([/Published/]);

  await test.step("the token ends: the new articles are failed, the one that is there is not", async () => {
    await page.request.post(`${getTestAddresses().confluence}/_stand-in/faults`, {
      data: { match: "/wiki/", times: 1000, kind: { status: 401 } },
    });
    await workspace.analyse(itHelp);
    await expect(cards.getByText("Failed", { exact: true })).toHaveCount(2);
    await expect(cards.getByText("Published", { exact: true })).toHaveCount(1);
  });

  await test.step("LOGS-005 the log and the integration say what to do", async () => {
    await page.getByRole("link", { name: "Logs & Errors" }).click();
    await page.getByLabel("Type").selectOption("Errors");
    await expect(
      page
        .getByRole("main")
        .getByText(/Handbook/)
        .first(),
    ).toBeVisible();
    await page.getByRole("link", { name: "Knowledge Mgmt Tools" }).click();
    await expect(page.getByRole("main").getByText(/token/i).first()).toBeVisible();
  });

  await test.step("ERR-011 a new token in the form is all it takes", async () => {
    await page.request.delete(`${getTestAddresses().confluence}/_stand-in/faults`);
    await page.getByRole("button", { name: "Edit Handbook" }).click();
    const edit = page.getByRole("region", { name: "Edit Integration" });
    await edit.getByLabel("API Token").fill(place.confluence.apiKey);
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await seeToast(page, "Integration updated");
    await page.getByRole("link", { name: "Knowledge Articles" }).click();
    await expect(cards.getByText("Published", { exact: true })).toHaveCount(3);
  });
});
