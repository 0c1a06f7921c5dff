import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { inboxOf } from "../../testing/inbox-samples.ts";
import * as sample from "../../testing/sample-data.ts";
import { emptyHealth, goodHealth, wikiFinding, wikiHealth } from "../../testing/sample-wiki-health.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const HEALTH = "/configuration?view=wiki-health";
const PHONE_AT_NIGHT = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;

describe("the health of the wiki", () => {
  it("shows each page with its evidence, and is readable on a phone", async () => {
    app.server.answer("GET /api/wiki-health", () => wikiHealth);
    app.server.answer("GET /api/wiki-findings", () => [wikiFinding]);
    const page = await app.open(HEALTH, PHONE_AT_NIGHT);
    const part = (name: RegExp) => page.getByRole("region", { name });
    await see(part(/The wiki says otherwise/)).toContainText("Suppliers deliver until 14:00 now.");
    await see(part(/Often asked, and not answered/)).toContainText("Asked 4 times by 3 people");
    const unconfirmed = part(/Often asked, not confirmed for long 21/);
    await see(unconfirmed).toContainText("14 answers in 90 days");
    await see(unconfirmed).toContainText("Asked 4 times, confirmed in #support on 3 Apr 2031.");
    await see(unconfirmed).toContainText("For Ada Lovelace");
    await see(unconfirmed).toContainText("And 19 other pages.");
    const doubled = part(/Say much the same/);
    await see(doubled).toContainText("6 of 8 sentences of the shorter one stand in both");
    await see(doubled).toContainText("The other says: Shoes are taken back within 14 days of the purchase.");
    await see(doubled.getByRole("link", { name: "Open the article" })).toHaveAttribute("href", /^\/articles\//);
    await see(part(/Never used, as far as Lorekeep knows/)).toContainText("on the platform itself is not known");
    await see(part(/Over time/)).toContainText("19 contradictions in the last 12 weeks.");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("is decided with one press: a page is verified, two texts stay, and a page is given to somebody", async () => {
    app.server.answer("GET /api/wiki-health", () => wikiHealth);
    const page = await app.open(HEALTH);
    const [returns, depot] = wikiHealth.unconfirmed.pages;
    app.server.answer("POST /api/wiki-pages/:id/verify", () => ({ success: true }));
    await page.getByRole("button", { name: `Verify “${returns?.title}”` }).press("Enter");
    await see(page.getByText("The page is verified.", { exact: true })).toBeVisible();
    expect(app.bodiesTo(`POST /api/wiki-pages/${returns?.id}/verify`)).toEqual([{ version: "7" }]);
    app.server.answer("POST /api/wiki-duplicates/:id/keep", () => ({ success: true }));
    await page.getByRole("button", { name: "Keep both: Rotating the mail worker's token" }).click();
    await expect
      .poll(() => app.callsTo(`POST /api/wiki-duplicates/${wikiHealth.duplicates[1]?.id}/keep`))
      .toHaveLength(1);
    app.server.answer("POST /api/wiki-pages/:id/keep", () => ({ success: true }));
    const [unused] = wikiHealth.unused.pages;
    await page.getByRole("button", { name: `Fine as it is: “${unused?.title}”` }).click();
    await see(page.getByText("The page is fine as it is.", { exact: true })).toBeVisible();
    expect(app.callsTo(`POST /api/wiki-pages/${unused?.id}/keep`)).toHaveLength(1);
    app.server.answer("PUT /api/inbox/assignments", () => ({ results: [] }));
    const [question] = sample.openQuestions;
    const [, worker] = wikiHealth.duplicates;
    for (const title of [depot?.title, worker?.page.title, question?.question]) {
      await page.getByRole("button", { name: `Assign “${title}”` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
      await see(page.getByRole("dialog")).toHaveCount(0);
    }
    const items = [depot?.item, worker?.item, question?.item];
    expect(app.bodiesTo("PUT /api/inbox/assignments")).toMatchObject(items.map((item) => ({ ids: [item] })));
  });

  it("says what to do where no wiki is read, where all is well, and that it could not be read", async () => {
    const none = await app.open(HEALTH);
    await see(none.getByText("No wiki is read yet")).toBeVisible();
    await see(none.getByRole("link", { name: "Choose a wiki" })).toHaveAttribute("href", "/configuration");
    app.server.answer("GET /api/wiki-health", () => goodHealth);
    app.server.answer("GET /api/questions", () => []);
    const good = await app.open(HEALTH);
    await see(good.getByText("Nothing to look at")).toBeVisible();
    await see(good.getByText("none of the 178 pages that you may read")).toBeVisible();
    app.server.answer("GET /api/wiki-health", () => ({ ...goodHealth, pages: 0 }));
    const unwritten = await app.open(HEALTH);
    await see(unwritten.getByText("It holds no page that people wrote and that you may read.")).toBeVisible();
    app.server.answer("GET /api/wiki-health", () => emptyHealth);
    app.refuse("GET /api/wiki-health");
    const broken = await app.open(HEALTH);
    await see(broken.getByText("This could not be loaded.")).toBeVisible();
  });

  it("is found from the wiki's line and by searching the settings, by owners and admins", async () => {
    const page = await app.open("/configuration");
    await page.getByRole("link", { name: "Wiki health" }).click();
    await see(page.getByRole("heading", { name: "Wiki Health" })).toBeVisible();
    const settings = await app.open("/settings");
    await settings.getByRole("searchbox").fill("stale");
    await see(settings.getByRole("link", { name: /Wiki Health/ })).toHaveAttribute("href", HEALTH);
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "editor" }));
    const editor = await app.open(HEALTH);
    await see(editor.getByText("Only owners and admins of this workspace may do this.")).toBeVisible();
    expect(app.callsTo("GET /api/wiki-health")).toHaveLength(1);
  });

  it("lists what was given to a person in their part of the inbox, pages, duplicates and questions", async () => {
    const [returns] = wikiHealth.unconfirmed.pages;
    const [twice] = wikiHealth.duplicates;
    const [question] = sample.openQuestions;
    app.server.answer("GET /api/inbox", () => ({ ...inboxOf([]), mine: 3 }));
    app.server.answer("GET /api/inbox/assigned", () => ({
      pages: [returns],
      duplicates: [twice],
      questions: [question],
    }));
    const page = await app.open("/articles?view=inbox&mine=true", PHONE_AT_NIGHT);
    const given = page.getByRole("region", { name: /Pages of the wiki to check/ });
    await see(given).toContainText("Returns of shoes and boots");
    await see(given.getByRole("button", { name: /Verify/ })).toBeVisible();
    await see(page.getByRole("region", { name: /Say much the same/ })).toContainText("Shoe returns (old)");
    await see(page.getByRole("region", { name: /Questions without an answer/ })).toContainText("label printer");
    await see(page.getByText("Nothing for you to decide")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
