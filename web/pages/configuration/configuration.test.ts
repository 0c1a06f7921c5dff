import { type Page } from "@playwright/test";
import { beforeEach, describe, expect, it } from "vitest";
import { KNOWLEDGE_MANIFESTS } from "../../../connectors/manifests.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
/** Without articles, nobody is asked whether they are published on a new platform. */
beforeEach(() => app.server.answer("GET /api/articles/facets", () => ({ ...sample.facets, status: [] })));
const { callsTo, bodiesTo, refuse } = app;

const openForm = async (page: Page) => {
  await page.getByRole("button", { name: "Add Integration" }).click();
  return page.getByRole("region", { name: "Add Integration" });
};

describe("the list of knowledge platforms", () => {
  it("CONF-001 CONF-014 CONF-016 CONF-018 CONF-019 PUB-008 PUB-009 offers what can be done with each", async () => {
    const page = await app.open("/configuration");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Knowledge Management Configuration");
    const list = page.getByRole("region", { name: "Knowledge Platform Integrations" });
    await see(list.getByRole("heading", { level: 2 })).toHaveText("Knowledge Platform Integrations");
    for (const name of ["Engineering handbook", "Support answers", "Help center"])
      for (const action of ["Edit", "Test", "Delete"])
        await see(list.getByRole("button", { name: `${action} ${name}` })).toBeEnabled();
    await see(list.getByText("Coming Soon")).toHaveCount(0);
  });

  it("CONF-017 says that nothing is connected and offers the first step", async () => {
    app.server.answer("GET /api/integrations", () => []);
    const page = await app.open("/configuration");
    await see(page.getByText("No integrations yet", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Connect a platform" }).click();
    await see(page.getByRole("region", { name: "Add Integration" }).getByLabel("Name")).toBeFocused();
  });

  it("CONF-015 takes back what was switched off", async () => {
    let isActive = true;
    app.server.answer("GET /api/integrations", () => [{ ...sample.integrations[0], isActive }]);
    app.server.answer("PUT /api/integrations/:id", ({ body }) => {
      ({ isActive } = body as { isActive: boolean });
      return { ...sample.integrations[0], isActive };
    });
    const page = await app.open("/configuration");
    const row = page.getByRole("listitem").filter({ hasText: "Engineering handbook" });
    await row.getByRole("switch").click();
    await see(row.getByText("Inactive", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await see(row.getByText("Active", { exact: true })).toBeVisible();
    const endpoint = `PUT /api/integrations/${sample.idOf(11)}`;
    await expect.poll(() => bodiesTo(endpoint)).toEqual([{ isActive: false }, { isActive: true }]);
  });

  it("says why the plan refuses one more, and leads to the plan", async () => {
    const message =
      "The Starter plan includes 1 knowledge platform and 1 is in use. Switch another integration off, or upgrade in Manage Subscription.";
    app.server.answer("PUT /api/integrations/:id", () => new Reply(403, { message }));
    const page = await app.open("/configuration");
    await page.getByRole("switch", { name: "Publish to Help center" }).click();
    await seeToast(page, "Error", message);
    await page.getByRole("listitem").getByRole("link", { name: "Manage Subscription" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Manage Subscription");
  });

  it("offers to connect again only what the platform no longer allows: a wrong space is mended by Edit", async () => {
    const of = (number: number, name: string, trouble: string) => {
      return { ...sample.integrations[0], id: sample.idOf(number), name, trouble, isConnected: true };
    };
    app.server.answer("GET /api/integrations", () => [
      of(11, "Wrong space", "There is no space with the key HANDBOK."),
      of(12, "Ended", "Confluence no longer accepts this connection. Connect it again; nothing that was read is lost."),
    ]);
    const page = await app.open("/configuration");
    await see(page.getByRole("button", { name: "Connect Ended again" })).toBeVisible();
    await see(page.getByRole("button", { name: "Edit Wrong space" })).toBeVisible();
    await see(page.getByRole("button", { name: "Connect Wrong space again" })).toHaveCount(0);
  });

  it("proves a new target by a page that is written and removed again, until an article is published there", async () => {
    const [known] = sample.integrations;
    app.server.answer("GET /api/integrations", () => [
      { ...known, id: sample.idOf(11), name: "New space", publishedArticles: 0 },
      known,
    ]);
    const page = await app.open("/configuration");
    const write = page.getByRole("button", { name: "Write a test page" });
    await see(write).toHaveCount(1);
    await write.click();
    await see(page.getByText("A page was written and removed again.")).toBeVisible();
    await expect.poll(() => app.callsTo(`POST /api/integrations/${sample.idOf(11)}/test-page`)).toHaveLength(1);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("lists the spaces that an entered token sees, so that nobody has to know a key", async () => {
    const page = await app.open("/configuration");
    const form = await openForm(page);
    const list = form.getByRole("button", { name: "List spaces" });
    await see(list).toBeDisabled();
    await form.getByLabel("Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("API Token").fill("ada@acme.example:token");
    await list.click();
    await see(form.getByLabel("Choose the space")).toHaveValue("ENG");
    await see(form.getByLabel("Space Key")).toHaveValue("ENG");
    const asked = { type: "confluence", baseUrl: "https://acme.atlassian.net", apiKey: "ada@acme.example:token" };
    await expect.poll(() => app.bodiesTo("POST /api/integrations/places")).toEqual([asked]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("ERR-010 ERR-011 ERR-012 ERR-013 ERR-014 says what could not be done, and shows the truth again", async () => {
    const page = await app.open("/configuration");
    const testing = page.getByRole("button", { name: "Test Engineering handbook" });
    await testing.click();
    await seeToast(page, "Test successful", "Integration is working correctly.");
    app.server.answer("POST /api/integrations/:id/test", () => ({
      valid: false,
      error: "No such space.",
      details: null,
    }));
    await testing.click();
    await seeToast(page, "Test failed", "No such space.");
    app.server.answer("POST /api/integrations/:id/test", () => ({ valid: false, error: "", details: null }));
    await testing.click();
    await seeToast(page, "Test failed", "Unable to connect to the service. Please check your credentials.");
    refuse("POST /api/integrations/:id/test");
    await testing.click();
    await seeToast(page, "Test failed", "Unable to test integration. Please try again.");

    refuse("PUT /api/integrations/:id");
    const active = page.getByRole("switch", { name: "Publish to Engineering handbook" });
    await active.click();
    await seeToast(page, "Error", "Failed to update integration.");
    await see(active).toBeChecked();

    refuse("DELETE /api/integrations/:id");
    await page.getByRole("button", { name: "Delete Engineering handbook" }).click();
    await see(page.getByRole("alertdialog")).toContainText("The 41 articles already published there stay.");
    await page.getByRole("button", { name: "Delete integration" }).click();
    await seeToast(page, "Error", "Failed to delete integration.");
    await see(page.getByText("Engineering handbook", { exact: true })).toBeVisible();
  });
});

describe("the integration form", () => {
  it("CONF-011 CONF-012 CONF-013 ERR-011 is the same for adding and for editing, and is empty again afterwards", async () => {
    const page = await app.open("/configuration");
    const adding = await openForm(page);
    for (const label of ["Name", "Platform", "Confluence Base URL", "Space Key", "API Token"])
      await see(adding.getByLabel(label)).toBeVisible();
    await adding.getByLabel("Name").fill("Half done");
    await adding.getByRole("button", { name: "Cancel" }).click();
    await see(adding).toHaveCount(0);
    await openForm(page);
    await see(adding.getByLabel("Name")).toHaveValue("");
    await adding.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Edit Engineering handbook" }).click();
    const editing = page.getByRole("region", { name: "Edit Integration" });
    for (const [label, value] of Object.entries({
      Name: "Engineering handbook",
      Platform: "confluence",
      "Confluence Base URL": "https://analytical.atlassian.net",
      "Space Key": "ENG",
      "API Token": "••••8f2a",
    }))
      await see(editing.getByLabel(label)).toHaveValue(value);
    refuse("PUT /api/integrations/:id");
    await editing.getByLabel("Name").fill("Handbook");
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await seeToast(page, "Error", "Failed to update integration.");
    await see(editing.getByLabel("Name")).toHaveValue("Handbook");
    app.server.answer("PUT /api/integrations/:id", () => sample.integrations[0]);
    await editing.getByRole("button", { name: "Save Changes" }).click();
    await see(page.getByText("Integration updated", { exact: true })).toBeVisible();
    await see(editing).toHaveCount(0);
    await openForm(page);
    await see(adding.getByLabel("Name")).toHaveValue("");
  });

  it("CONF-020 CONF-022 CONF-024 CONF-025 CONF-026 submits nothing as long as one of its fields is empty", async () => {
    const page = await app.open("/configuration");
    const form = await openForm(page);
    const filled = {
      Name: "Handbook",
      "Confluence Base URL": "https://acme.atlassian.net",
      "Space Key": "DOC",
      "API Token": "me@acme.example:abc",
    };
    await see(form.getByLabel("API Token")).toHaveAttribute("type", "password");
    for (const missing of Object.keys(filled)) {
      for (const [label, value] of Object.entries(filled))
        await form.getByLabel(label).fill(label === missing ? "" : value);
      await form.getByRole("button", { name: "Add Integration" }).click();
      await see(form.getByText(`${missing} is required.`)).toBeVisible();
    }
    expect(callsTo("POST /api/integrations")).toHaveLength(0);
  });

  it("asks for the e-mail address and the token in two fields, and says which of them is missing", async () => {
    const page = await app.open("/configuration");
    const form = await openForm(page);
    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByLabel("API Token").fill("abc");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(form.getByText("E-mail Address is required.")).toBeVisible();
    expect(callsTo("POST /api/integrations")).toHaveLength(0);
    await form.getByLabel("E-mail Address").fill("me@acme.example");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
    expect(bodiesTo("POST /api/integrations").at(-1)).toMatchObject({
      apiKey: "abc",
      settings: { account: "me@acme.example" },
    });
  });

  it("CONF-023 ERR-009 adds Notion without the address of its page, or says that it could not and keeps what was typed", async () => {
    const page = await app.open("/configuration");
    const form = await openForm(page);
    await form.getByLabel("Platform").selectOption("notion");
    await form.getByLabel("Name").fill("Answers");
    await form.getByLabel("Parent Page ID").fill("0123456789abcdef0123456789abcdef");
    await form.getByLabel("Integration Token").fill("ntn_1");
    refuse("POST /api/integrations");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await seeToast(page, "Error", "Failed to add integration. Please check your configuration.");
    await see(form.getByText("boom Nothing was saved. Everything you entered is still here.")).toBeVisible();
    await see(form.getByLabel("Integration Token")).toHaveValue("ntn_1");
    app.server.answer("POST /api/integrations", () => sample.integrations[1]);
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
    await expect
      .poll(() => bodiesTo("POST /api/integrations").at(-1))
      .toEqual({
        name: "Answers",
        type: "notion",
        baseUrl: "",
        spaceId: "0123456789abcdef0123456789abcdef",
        apiKey: "ntn_1",
      });
  });

  it("asks whether the approved articles go to a new platform now, sends the answer, and saves nothing without one", async () => {
    app.server.answer("GET /api/articles/facets", () => ({
      ...sample.facets,
      status: [{ value: "published", name: "published", count: 18 }],
    }));
    const page = await app.open("/configuration");
    const form = await openForm(page);
    await form.getByLabel("Platform").selectOption("notion");
    await form.getByLabel("Name").fill("Answers");
    await form.getByLabel("Parent Page ID").fill("0123456789abcdef0123456789abcdef");
    await form.getByLabel("Integration Token").fill("ntn_1");
    await form.getByRole("button", { name: "Add Integration" }).click();
    const question = page.getByRole("dialog", { name: "Publish the 18 approved articles in Answers now?" });
    await see(question.getByRole("button")).toHaveText(["Only new ones", "Now"]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await see(question).toHaveCount(0);
    expect(callsTo("POST /api/integrations")).toHaveLength(0);
    await form.getByRole("button", { name: "Add Integration" }).click();
    await question.getByRole("button", { name: "Only new ones" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
    expect(bodiesTo("POST /api/integrations")).toMatchObject([{ type: "notion", existing: "leave" }]);
  });

  it("says at once that nothing can be published there with what was saved", async () => {
    const trouble = "Confluence does not accept this e-mail address and API token.";
    app.server.answer("POST /api/integrations", () => ({ ...sample.integrations[0], trouble }));
    const page = await app.open("/configuration");
    const form = await openForm(page);
    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByLabel("API Token").fill("me@acme.example:abc");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await seeToast(page, "Integration added", `Nothing can be published there yet: ${trouble}`);
  });

  it("says what is waited for while a connection is tested, and when no answer came in time", async () => {
    let answerNow = () => {};
    const held = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const notTested = "Confluence did not answer within 8 seconds. It is saved; press Test to try it again.";
    app.server.answer("POST /api/integrations", async () => {
      await held;
      return { ...sample.integrations[0], notTested };
    });
    const page = await app.open("/configuration");
    const form = await openForm(page);
    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByLabel("API Token").fill("me@acme.example:abc");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(form.getByText("Testing the connection to Confluence. This takes up to 8 seconds.")).toBeVisible();
    answerNow();
    await seeToast(page, "Integration added", notTested);

    let testedNow = () => {};
    const test = new Promise<void>((resolve) => {
      testedNow = resolve;
    });
    app.server.answer("POST /api/integrations/:id/test", async () => {
      await test;
      return { valid: true, error: null, details: "Connected.", warnings: ["Pages get no labels."] };
    });
    await page.getByRole("button", { name: "Test Engineering handbook" }).click();
    await see(page.getByText("Testing Confluence. This takes up to 30 seconds.")).toBeVisible();
    testedNow();
    await seeToast(page, "Test successful", "Integration is working correctly. Pages get no labels.");
    await see(page.getByText("Testing Confluence. This takes up to 30 seconds.")).toBeHidden();
  });

  it("survives a lost network, and says so instead of waiting for one", async () => {
    const page = await app.open("/configuration");
    const form = await openForm(page);
    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByLabel("API Token").fill("me@acme.example:abc");
    await page.context().setOffline(true);
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(form.getByText(/No answer came from the server\..*Everything you entered is still here\./)).toBeVisible();
    await see(form.getByLabel("API Token")).toHaveValue("me@acme.example:abc");
    await page.context().setOffline(false);
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
  });

  it("asks before somebody leaves what they typed, by a link or by going back", async () => {
    const page = await app.open("/logs");
    await page.getByRole("link", { name: "Knowledge Mgmt Tools" }).click();
    const form = await openForm(page);
    await form.getByLabel("Name").fill("Handbook");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });

    await page.getByRole("link", { name: "Analytics" }).click();
    await see(question).toBeVisible();
    const found = await findAccessibilityViolations(page);
    expect(found).toEqual([]);
    await question.getByRole("button", { name: "Stay" }).click();
    await see(form.getByLabel("Name")).toHaveValue("Handbook");
    expect(new URL(page.url()).pathname).toBe("/configuration");

    await page.evaluate(() => window.history.back());
    await see(question).toBeVisible();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Logs & Errors");
    expect(new URL(page.url()).pathname).toBe("/logs");

    await page.getByRole("link", { name: "Knowledge Mgmt Tools" }).click();
    await (await openForm(page)).getByLabel("Name").fill("Handbook");
    await page.getByRole("link", { name: "Analytics" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Analytics");
  });

  it("CONF-013 CONF-020 CONF-021 CONF-022 CONF-024 CONF-026 CONF-027 PUB-009 adds an integration once everything it needs is there", async () => {
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Add Integration" }).click();
    const form = page.getByRole("region", { name: "Add Integration" });
    await see(form.getByLabel("API Token")).toHaveAttribute("type", "password");
    const platforms = form.getByRole("option");
    await see(platforms).toHaveText(KNOWLEDGE_MANIFESTS.map(({ name }) => name));
    for (const platform of await platforms.all()) await see(platform).toBeEnabled();
    await form.getByLabel("API Token").fill("abc");
    // A validation message moves the button while it is pressed. The click must still count.
    await form.getByRole("button", { name: "Add Integration" }).hover();
    await page.mouse.down();
    await see(form.getByText("The token must be in the form email:token.")).toBeVisible();
    await page.mouse.up();
    for (const text of ["Name is required.", "Confluence Base URL is required.", "Space Key is required."])
      await see(form.getByText(text)).toBeVisible();
    await see(form.getByText("The token must be in the form email:token.")).toBeVisible();
    expect(callsTo("POST /api/integrations")).toHaveLength(0);

    await form.getByLabel("Name").fill("Handbook");
    await form.getByLabel("Confluence Base URL").fill("https://acme.atlassian.net");
    await form.getByLabel("Space Key").fill("DOC");
    await form.getByLabel("API Token").fill("me@acme.example:abc");
    await form.getByRole("button", { name: "Add Integration" }).click();
    await see(page.getByText("Integration added", { exact: true })).toBeVisible();
    await see(form).toHaveCount(0);
    await expect
      .poll(() => callsTo("POST /api/integrations")[0]?.body)
      .toEqual({
        name: "Handbook",
        type: "confluence",
        baseUrl: "https://acme.atlassian.net",
        spaceId: "DOC",
        apiKey: "me@acme.example:abc",
      });
  });
});

describe("the setup guides", () => {
  const LABELS = {
    Confluence: ["Confluence Base URL", "Space Key", "API Token"],
    Notion: ["Notion Page URL (optional)", "Parent Page ID", "Integration Token"],
    Zendesk: ["Zendesk Subdomain URL", "Section ID", "Client Identifier", "Client Secret"],
    Jira: ["Jira Base URL", "Project Key"],
    SharePoint: ["SharePoint Site URL", "List Name", "Tenant ID", "Application ID", "Client Secret"],
  };
  it("CONF-029 CONF-030 CONF-031 CONF-032 CONF-033 name the fields and steps of every platform", async () => {
    const page = await app.open("/configuration");
    const guides = page.getByRole("region", { name: "Setup Guides" });
    for (const [platform, labels] of Object.entries(LABELS)) {
      const guide = guides.getByRole("group").filter({ has: page.getByText(platform, { exact: true }) });
      await guide.locator("summary").click();
      for (const label of labels) await see(guide.getByText(label, { exact: true })).toBeVisible();
      await see(guide.getByRole("heading", { name: `How to set up ${platform}` })).toBeVisible();
      expect(await guide.getByRole("listitem").count()).toBeGreaterThan(1);
    }
    await see(guides.getByText(/32-character page ID/).first()).toBeVisible();
  });
});
