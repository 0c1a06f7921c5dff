import { describe, expect, it } from "vitest";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { inboxOf } from "../../testing/inbox-samples.ts";
import { idOf, user } from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

const finding: WikiFinding = {
  id: idOf(1),
  kind: "contradicts",
  page: {
    id: idOf(2),
    title: "Goods in",
    url: "https://wiki.example/goods-in",
    platform: "confluence",
    editedAt: "2031-03-09T08:12:00.000Z",
    editedBy: "Moira Tennant",
  },
  integrationId: idOf(9),
  headings: ["Leeds depot"],
  oldText: "Suppliers deliver until 13:30.",
  fresh: [{ form: "sentence", text: "Suppliers deliver until 14:00 now." }],
  saidBy: [],
  times: 1,
  earlier: [],
  since: "2031-11-18T09:00:00.000Z",
  choices: ["page-is-right", "ignore", "own-article"],
  update: { version: "7", position: 3, text: "Suppliers deliver until 14:00 now." },
  comment: { version: "7", position: 3, text: "Suppliers deliver until 14:00 now.", isPrivate: false },
};
const repair: WikiRepair = {
  id: idOf(5),
  way: "edit",
  pageId: finding.page.id,
  pageTitle: "Goods in",
  findingId: finding.id,
  version: "7",
  orderedAt: "2031-11-18T09:30:00.000Z",
  orderedBy: "Ada Lovelace",
  text: "Suppliers deliver until 14:00.",
  state: "waiting",
  before: null,
  after: null,
  url: finding.page.url,
  trouble: null,
  declined: null,
  undoes: null,
  canUndo: false,
  waits: false,
};

/** An inbox with this finding; `write` gives the order an outcome, as the server announces it. */
function keepFinding() {
  const kept = { findings: [finding], repairs: [] as WikiRepair[] };
  app.server.answer("GET /api/inbox", () => ({ ...inboxOf([]), aboutWiki: kept.findings.length }));
  app.server.answer("GET /api/wiki-findings", () => kept.findings);
  app.server.answer("GET /api/wiki-repairs", () => kept.repairs);
  app.server.answer("POST /api/wiki-repairs", () => {
    kept.repairs = [repair];
    return repair;
  });
  app.server.answer("POST /api/wiki-repairs/:id/undo", () => {
    const undo: WikiRepair = { ...repair, id: idOf(6), findingId: null, text: null, undoes: repair.id };
    kept.repairs = [undo, ...kept.repairs.map((one) => ({ ...one, canUndo: false }))];
    return undo;
  });
  return {
    write(change: Partial<WikiRepair>, findings: WikiFinding[]) {
      kept.findings = findings;
      kept.repairs = kept.repairs.map((one, index) => (index === 0 ? { ...one, ...change } : one));
      app.server.send({ type: "inbox" });
    },
  };
}

describe("a page of the wiki that the chat contradicts", () => {
  it("is updated by key with words that are shown and edited first, and the update can be undone", async () => {
    const inbox = keepFinding();
    const page = await app.open("/articles?view=inbox");
    await see(page.getByRole("button", { name: "Update the page" })).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("a");
    const words = page.getByRole("textbox", { name: "New words on the page" });
    await see(words).toBeFocused();
    await see(words).toHaveValue("Suppliers deliver until 14:00 now.");
    const change = page.getByRole("region", { name: "The change" });
    await see(change.locator("del")).toHaveText(["13:30"]);
    await words.fill("Suppliers deliver until 14:00.");
    await see(change.locator("ins")).toHaveText(["14:00"]);
    for (const text of ["changes in Confluence", "by Moira Tennant", `Corrected by ${user.firstName} ${user.lastName}`])
      await see(change).toContainText(text);
    await see(change.getByRole("link", { name: /Goods in/ })).toHaveAttribute("href", finding.page.url);
    await page.keyboard.press("Control+Enter");
    await see(page.getByText("Writing to the page...")).toBeVisible();
    const sent = app.server.calls.filter(({ method, path }) => method === "POST" && path === "/api/wiki-repairs");
    expect(sent).toMatchObject([
      {
        body: {
          pageId: finding.page.id,
          version: "7",
          position: 3,
          kind: "replace",
          sentence: null,
          text: "Suppliers deliver until 14:00.",
          findingId: finding.id,
        },
      },
    ]);
    inbox.write({ state: "applied", canUndo: true, after: "Suppliers deliver until 14:00." }, []);
    const updated = page.getByRole("region", { name: "Pages updated or commented on" });
    await see(updated.getByRole("link", { name: /Goods in/ })).toHaveAttribute("href", finding.page.url);
    await see(updated).toContainText("Suppliers deliver until 14:00.");
    await updated.getByRole("button", { name: "Undo: Goods in" }).click();
    await see(updated).toContainText("The former words are being put back");
    inbox.write({ state: "applied" }, [finding]);
    await see(updated).toContainText("The former words are back");
    await see(page.getByText(finding.oldText)).toBeVisible();
  });

  it("stays in the inbox with the person's words when somebody edits the page meanwhile, and says why it was refused", async () => {
    const inbox = keepFinding();
    const page = await app.open("/articles?view=inbox");
    const open = page.getByRole("button", { name: "Update the page" });
    const words = page.getByRole("textbox", { name: "New words on the page" });
    await open.click();
    await words.fill("Suppliers deliver until 14:00.");
    await open.click();
    await see(page.getByText("Writing to the page...")).toBeVisible();
    inbox.write({ state: "changed" }, [finding]);
    await see(page.getByText(/Reading the page again/)).toBeVisible();
    const readAgain = { ...finding, update: { version: "8", position: 4, text: "Suppliers deliver until 14:00 now." } };
    inbox.write({ state: "changed" }, [readAgain]);
    await see(page.getByRole("note").filter({ hasText: "edited the page meanwhile" })).toBeVisible();
    await open.click();
    await see(words).toHaveValue("Suppliers deliver until 14:00.");
    inbox.write({ state: "refused", trouble: "The sentence is in a table." }, [readAgain]);
    await see(page.getByText("The page was not updated. The sentence is in a table.")).toBeVisible();
  });

  it("leaves the inbox while reviewers decide, and comes back with who declined the change, when, and the link", async () => {
    const inbox = keepFinding();
    const page = await app.open("/articles?view=inbox");
    await page.getByRole("button", { name: "Update the page" }).click();
    await page.getByRole("textbox", { name: "New words on the page" }).fill("Suppliers deliver until 14:00.");
    await page.getByRole("button", { name: "Update the page" }).click();
    const url = "https://git.example/acme/handbook/pull/7";
    inbox.write({ state: "in-review", url, after: "Suppliers deliver until 14:00." }, []);
    const listed = page.getByRole("region", { name: "Pages updated or commented on" });
    await see(listed).toContainText("Waits for a review where the page is kept");
    await see(listed.getByRole("link", { name: /Goods in/ })).toHaveAttribute("href", url);
    inbox.write({ state: "declined", declined: { by: "mtennant", at: "2031-11-20T08:00:00.000Z" } }, [finding]);
    const note = page.getByRole("note").filter({ hasText: "mtennant declined" });
    await see(note).toContainText("The page was not updated");
    await see(note.getByRole("link", { name: "the change" })).toHaveAttribute("href", url);
    await see(note.locator("time")).toHaveAttribute("datetime", "2031-11-20T08:00:00.000Z");
    await page.getByRole("button", { name: "Update the page" }).click();
    await see(page.getByRole("textbox", { name: "New words on the page" })).toHaveValue(
      "Suppliers deliver until 14:00.",
    );
  });

  it("gets a comment for its author in place of the update, which waits until the page is changed", async () => {
    const inbox = keepFinding();
    const page = await app.open("/articles?view=inbox");
    await page.getByRole("button", { name: "Update the page" }).click();
    await page.getByRole("textbox", { name: "New words on the page" }).fill("Suppliers deliver until 14:00.");
    await page.getByRole("button", { name: "Comment for its author instead" }).click();
    const comment = page.getByRole("region", { name: "The comment" });
    for (const text of ["stays as it is", "comment in Confluence", `Left by ${user.firstName} ${user.lastName}`])
      await see(comment).toContainText(text);
    await see(comment.locator("ins")).toHaveText(["14:00"]);
    await page.getByRole("button", { name: "Leave the comment" }).click();
    await see(page.getByText(/^Leaving the comment|^Writing to the page/)).toBeVisible();
    const sent = app.server.calls.filter(({ method, path }) => method === "POST" && path === "/api/wiki-repairs");
    expect(sent).toMatchObject([{ body: { way: "comment", text: "Suppliers deliver until 14:00.", version: "7" } }]);
    const left = { way: "comment", state: "applied", canUndo: true, after: repair.text, waits: true } as const;
    inbox.write(left, []);
    const listed = page.getByRole("region", { name: "Pages updated or commented on" });
    await see(listed).toContainText(/Comment left on .* by Ada Lovelace, waiting for the page's author/);
    inbox.write({ waits: false }, []);
    await see(listed).toContainText("the page was changed since");
    await see(listed.getByRole("button", { name: "Undo: Goods in" })).toBeVisible();
  });

  it("in a private channel offers none of its words for a comment", async () => {
    keepFinding();
    const { update, ...others } = finding;
    const comment = { version: "7", position: 3, text: finding.oldText, isPrivate: true };
    app.server.answer("GET /api/wiki-findings", () => [{ ...others, update, comment }]);
    const page = await app.open("/articles?view=inbox");
    await page.getByRole("button", { name: "Update the page" }).click();
    await page.getByRole("button", { name: "Comment for its author instead" }).click();
    await see(page.getByRole("textbox", { name: /as you propose/ })).toHaveValue(finding.oldText);
    await see(page.getByRole("region", { name: "The comment" })).toContainText("said in a private channel");
    await see(page.getByRole("button", { name: "Leave the comment" })).toBeDisabled();
  });

  it("is not offered for an update to reviewers, nor where its platform allows none", async () => {
    keepFinding();
    app.server.answer("GET /api/auth/user", () => ({ ...user, membership: "reviewer" }));
    const page = await app.open("/articles?view=inbox");
    await see(page.getByRole("button", { name: "The page is right" })).toBeVisible();
    await see(page.getByRole("button", { name: "Update the page" })).toHaveCount(0);
    expect(app.server.calls.filter(({ path }) => path === "/api/wiki-repairs")).toEqual([]);
  });

  it("is updated by everyone, also on a phone", async () => {
    keepFinding();
    const page = await app.open("/articles?view=inbox", { viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.getByRole("button", { name: "Update the page" }).click();
    await see(page.getByRole("region", { name: "The change" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });
});
