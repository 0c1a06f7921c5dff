import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { wikis } from "../../testing/sample-wikis.ts";
import { see, seeToast } from "../../testing/see.ts";

const app = useAppInBrowser();
const HANDBOOK = sample.idOf(11);
const SUPPORT = sample.idOf(12);
const [read, unread] = wikis;

const PLACES = [
  "space:ENG",
  "space:OPS",
  "label:howto",
  "label:policy",
  "tree:https://acme.atlassian.net/wiki/spaces/ENG/pages/7/Binder",
];

describe("Pages of a company's wiki", () => {
  it("are read after an admin chose who gets answers from them", async () => {
    const active = sample.integrations.map((integration) => ({ ...integration, isActive: true }));
    app.server.answer("GET /api/integrations", () => active);
    const page = await app.open("/configuration");
    const row = page.getByRole("listitem").filter({ hasText: "Support answers" });
    await see(row).toContainText("Pages that people wrote here are not read.");
    await row.getByRole("button", { name: "Read pages from this wiki: Support answers" }).click();
    const dialog = page.getByRole("dialog", { name: "Pages of Support answers" });
    await see(dialog.getByRole("radio", { name: "Only owners and admins" })).toBeChecked();
    await see(dialog).toContainText("share only what everybody may read");
    await see(dialog.getByRole("group", { name: "Spaces" })).toHaveCount(0);
    await see(dialog.getByRole("button", { name: "Stop and erase" })).toHaveCount(0);
    await dialog.getByRole("radio", { name: "Everybody in the workspace" }).check();
    await see(dialog).toContainText("Guests of the chat never get answers from pages.");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Read pages" }).click();
    await seeToast(page, "Pages are read", "Answers show pages of Support answers as soon as they are read.");
    await see(dialog).toHaveCount(0);
    expect(app.bodiesTo(`PUT /api/wikis/${SUPPORT}`)).toEqual([{ isOn: true, readers: "everybody", places: [] }]);
  });

  it("are for owners and admins where the platform tells of no page who may read it, and nothing else is offered", async () => {
    app.server.answer("GET /api/wikis", () => wikis.map((wiki) => ({ ...wiki, hidesReaders: true })));
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    const dialog = page.getByRole("dialog", { name: "Pages of Engineering handbook" });
    await see(dialog).toContainText("Only owners and admins get answers from these pages");
    await see(dialog.getByRole("radio")).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  const spaces = ["ENG", "OPS", "HR"].map((id) => ({ id, name: `${id} handbook (${id})` }));

  it("are counted with their age, their size and what is not read, and spaces, labels and page trees are chosen", async () => {
    app.server.answer("GET /api/wikis/:id/choices/:kind", () => spaces);
    app.server.answer("GET /api/wikis", () => wikis.map((wiki) => ({ ...wiki, places: ["OLD", "label:howto"] })));
    const page = await app.open("/configuration");
    const row = page.getByRole("listitem").filter({ hasText: "Engineering handbook" });
    await see(row).toContainText("178 pages read · answers for owners and admins");
    await row.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    const dialog = page.getByRole("dialog", { name: "Pages of Engineering handbook" });
    const facts = dialog.getByRole("region", { name: "What is read" });
    await see(facts).toContainText("178 pages, 2,104 passages");
    await see(facts).toContainText("1.2 MB");
    await see(facts).toContainText("41 pages not for a year");
    await see(facts).toContainText("6 pages, not read: fewer people may open them");
    const pageOf = (title: string, state: "cut" | "read" | "ours") => ({
      id: sample.idOf(title.length),
      title,
      url: "https://wiki.example/page",
      editedAt: null,
      state,
      reason: null,
    });
    const answerPages = (title: string, state: "cut" | "read") =>
      app.server.answer("GET /api/wikis/:id/pages", ({ query }) => ({
        total: 1,
        pages: [query["state"] === "ours" ? pageOf("From an article", "ours") : pageOf(title, state)],
      }));
    answerPages("Glossary", "cut");
    await dialog.getByRole("button", { name: "Show the pages" }).click();
    const pages = dialog.getByRole("region", { name: "Pages" });
    await see(pages.getByRole("listitem")).toContainText("Read in part");
    await see(pages.getByText("1 page published from articles")).toBeVisible();
    answerPages("Goods in", "read");
    await pages.getByLabel("Show").selectOption("Read");
    await see(pages.getByRole("listitem")).toContainText("Goods in");
    await pages.getByText("1 page published from articles").click();
    await see(pages.getByRole("listitem").last()).toContainText("From an article");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    const chosen = dialog.getByRole("group", { name: "Spaces" });
    await see(chosen.getByRole("checkbox", { name: "OLD" })).toBeChecked();
    await chosen.getByRole("checkbox", { name: "OLD" }).uncheck();
    for (const name of ["ENG", "OPS"]) await chosen.getByRole("checkbox", { name }).check();
    await see(dialog.getByLabel("Labels")).toHaveValue("howto");
    await dialog.getByLabel("Labels").fill("howto, policy");
    await dialog.getByLabel("Page trees").fill("https://acme.atlassian.net/wiki/spaces/ENG/pages/7/Binder");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => app.bodiesTo(`PUT /api/wikis/${HANDBOOK}`))
      .toEqual([{ isOn: true, readers: "admins", places: PLACES }]);
  });

  it("of a help center are chosen from its sections and categories, which keep their names while others are searched", async () => {
    const values = {
      section: [
        { id: "12", name: "Shop › Returns" },
        { id: "21", name: "Depot › Vans" },
      ],
      category: [{ id: "2", name: "Depot" }],
    };
    const help = sample.integrations.map((one) => (one.id === HANDBOOK ? { ...one, type: "zendesk" } : one));
    app.server.answer("GET /api/integrations", () => help);
    app.server.answer("GET /api/wikis/:id/choices/:kind", ({ path, query }) =>
      path.endsWith("category")
        ? values.category
        : values.section.filter(({ name }) => name.includes(query["search"] ?? "")),
    );
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    const dialog = page.getByRole("dialog", { name: "Pages of Engineering handbook" });
    const sections = dialog.getByRole("group", { name: "Sections" });
    await sections.getByRole("checkbox", { name: "Shop › Returns" }).check();
    await sections.getByRole("searchbox", { name: "Search sections" }).fill("Vans");
    await see(sections.getByRole("checkbox", { name: "Depot › Vans" })).toBeVisible();
    await see(sections.getByRole("checkbox", { name: "Shop › Returns" })).toBeChecked();
    await dialog.getByRole("group", { name: "Categories" }).getByRole("checkbox", { name: "Depot" }).check();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => app.bodiesTo(`PUT /api/wikis/${HANDBOOK}`))
      .toEqual([{ isOn: true, readers: "admins", places: ["section:12", "category:2"] }]);
  });

  it("are told of at once when the address and the secret are entered at the host, and say when the last event came", async () => {
    const events = { isOn: true, secretOf: "ours" as const, lastAt: null as string | null };
    const shown = { ...read, events: { ...events, isOn: false } } as NonNullable<typeof read>;
    const git = sample.integrations.map((one) => (one.id === HANDBOOK ? { ...one, type: "git-docs" } : one));
    app.server.answer("GET /api/integrations", () => git);
    app.server.answer("GET /api/wikis", () => [shown]);
    const url = "https://lorekeep.example/api/wiki-events/k3y";
    app.server.answer("GET /api/wikis/:id/events", () => ({ url, secret: null }));
    app.server.answer("POST /api/wikis/:id/events", () => {
      shown.events = events;
      return { url, secret: "s3cret-of-the-events" };
    });
    const page = await app.open("/configuration", { viewport: { width: 360, height: 740 } });
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    const part = page.getByRole("dialog").getByRole("region", { name: "Changes at once" });
    await part.getByRole("button", { name: "Make an address" }).click();
    await see(part).toContainText("s3cret-of-the-events");
    await see(part).toContainText(url);
    await see(part).toContainText("No event has come yet.");
    await see(part.getByRole("listitem").first()).toContainText("Webhooks");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await part.getByRole("button", { name: "Done" }).click();
    await see(part.getByText("s3cret-of-the-events")).toHaveCount(0);
    shown.events = { ...events, lastAt: new Date(Date.now() - 180_000).toISOString() };
    await page.reload();
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    await see(part).toContainText("Last event 3 minutes ago");
    await see(part.getByText(url)).toHaveCount(0);
  });

  it("show the token with which Notion has the address confirmed, as soon as it came", async () => {
    const events = { isOn: true, secretOf: "theirs" as const, lastAt: null };
    const notion = sample.integrations.map((one) => (one.id === HANDBOOK ? { ...one, type: "notion" } : one));
    app.server.answer("GET /api/integrations", () => notion);
    const shown = { ...read, events } as NonNullable<typeof read>;
    app.server.answer("GET /api/wikis", () => [shown]);
    let asked = 0;
    app.server.answer("GET /api/wikis/:id/events", () => ({
      url: "https://lorekeep.example/api/wiki-events/k3y",
      secret: asked++ === 0 ? null : "secret_of_notion",
    }));
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    const part = page.getByRole("dialog").getByRole("region", { name: "Changes at once" });
    await see(part).toContainText("Waiting for the verification token…");
    await see(part).toContainText("secret_of_notion");
    shown.events = { ...events, lastAt: new Date().toISOString() } as unknown as typeof events;
    await page.reload();
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    await see(part).toContainText("A new subscription at Notion needs a new address.");
  });

  it("are erased only after a question that says how many", async () => {
    const page = await app.open("/configuration");
    await page.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop and erase" }).click();
    const question = page.getByRole("alertdialog");
    await see(question).toContainText("The text of 178 pages is erased here at once");
    expect(app.callsTo(`PUT /api/wikis/${HANDBOOK}`)).toHaveLength(0);
    await question.getByRole("button", { name: "Stop and erase" }).click();
    await seeToast(page, "Pages erased", "Pages of Engineering handbook are no longer read.");
    expect(app.bodiesTo(`PUT /api/wikis/${HANDBOOK}`)).toMatchObject([{ isOn: false }]);
  });

  it("show how far the first reading is, without a press", async () => {
    let turn = 0;
    const turns = [
      { isListed: false, pages: 100, waiting: 100, lookedAt: null },
      { isListed: true, pages: 178, waiting: 128 },
      { isListed: true, pages: 178, waiting: 0 },
    ];
    app.server.answer("GET /api/wikis", () => [{ ...read, ...turns[Math.min(turn++, 2)] }]);
    const page = await app.open("/configuration");
    await see(page.getByText("Listing pages: 100 so far")).toBeVisible();
    await see(page.getByText("Reading pages: 50 of 178")).toBeVisible();
    await see(page.getByText("178 pages read")).toBeVisible();
  });

  it("say why they cannot be read, and what to do", async () => {
    const trouble = "Confluence refused the token.";
    const refused = { ...read, trouble, isRefused: true, unreadable: 2, unreadableBecause: "The page is too large." };
    app.server.answer("GET /api/wikis", () => [refused, unread]);
    app.server.answer("GET /api/wikis/:id/choices/:kind", () => spaces);
    const page = await app.open("/configuration");
    const row = page.getByRole("listitem").filter({ hasText: "Engineering handbook" });
    await see(row).toContainText("Pages: Confluence refused the token.");
    await row.getByRole("button", { name: "Pages of Engineering handbook" }).click();
    const dialog = page.getByRole("dialog");
    await see(dialog.getByRole("alert")).toContainText("Change the account with Edit and press Test.");
    await see(dialog).toContainText("2 pages: The page is too large.");
  });

  it("are offered to owners and admins alone", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
    const page = await app.open("/configuration");
    await see(page.getByText("Engineering handbook", { exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: /^Pages of/ })).toHaveCount(0);
    expect(app.callsTo("GET /api/wikis")).toHaveLength(0);
  });
});
