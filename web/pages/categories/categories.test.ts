import { describe, expect, it } from "vitest";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const open = () => app.open("/articles?view=categories");
const idOf = (name: string) => sample.categories.find((category) => category.name === name)?.id ?? "";
const ok = () => sample.categories[0];

describe("the categories", () => {
  it("are a tree that is reached from the library; each leads to its articles, with those below it", async () => {
    const page = await app.open("/articles");
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Categories" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Categories");
    const below = page.getByRole("list", { name: "Below Operations" });
    await see(below.getByText("Kubernetes")).toBeVisible();
    await see(page.getByText("22 articles")).toBeVisible();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await below.getByRole("link", { name: "Deployment" }).click();
    await see(page).toHaveURL(/\/articles\?category=Deployment$/);
  });

  it("are created at the top and below others, down to the fourth level", async () => {
    app.server.answer("POST /api/categories", ok);
    const page = await open();
    await page.getByRole("button", { name: "New category" }).click();
    await page.getByRole("textbox", { name: /^Name/ }).fill("Runbooks");
    await page.keyboard.press("Enter");
    await see(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Actions for Kubernetes" }).click();
    await page.getByRole("button", { name: "New category below" }).click();
    await page.getByRole("textbox", { name: /^Name/ }).fill("Ingress");
    await page.getByRole("button", { name: "Create" }).click();
    await see(page.getByRole("dialog")).toHaveCount(0);
    expect(app.bodiesTo("POST /api/categories")).toEqual([
      { name: "Runbooks", parentId: null },
      { name: "Ingress", parentId: idOf("Kubernetes") },
    ]);
  });

  it("are moved by keyboard, only to where there is room for what is below them", async () => {
    app.server.answer("POST /api/categories/:id/move", ok);
    const page = await open();
    await page.getByRole("button", { name: "Actions for Databases" }).press("Enter");
    await page.getByRole("button", { name: "Move to…" }).press("Enter");
    await see(page.getByLabel("Move to")).toHaveValue(idOf("Operations"));
    await see(page.getByLabel("Position")).toHaveValue(idOf("Deployment"));
    await page.getByLabel("Move to").selectOption({ label: "Top level" });
    await see(page.getByLabel("Position")).toHaveValue(idOf("Operations"));
    await page.getByLabel("Position").selectOption({ label: "After Access" });
    await page.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await see(page.getByRole("dialog")).toHaveCount(0);
    expect(app.bodiesTo(`POST /api/categories/${idOf("Databases")}/move`)).toEqual([
      { parentId: null, after: idOf("Access") },
    ]);

    await page.getByRole("button", { name: "Actions for Operations" }).press("Enter");
    await page.getByRole("button", { name: "Move to…" }).press("Enter");
    expect(await page.getByLabel("Move to").locator("option").allTextContents()).toEqual([
      "Top level",
      "Access",
      "Finance",
    ]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("are renamed, merged and removed; what is refused is said in the dialog", async () => {
    app.server.answer("PATCH /api/categories/:id", () => new Reply(409, { message: "There is already one." }));
    app.server.answer("POST /api/categories/:id/merge", ok);
    app.server.answer("DELETE /api/categories/:id", () => ({ success: true }));
    const page = await open();
    const choose = async (category: string, action: string) => {
      await page.getByRole("button", { name: `Actions for ${category}` }).click();
      await page.getByRole("button", { name: action }).click();
    };
    await choose("Databases", "Rename…");
    await page.getByRole("textbox", { name: /^Name/ }).fill("Finance");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await see(page.getByRole("alert")).toHaveText("There is already one.");
    await page.getByRole("button", { name: "Cancel" }).click();

    await choose("Deployment", "Merge into…");
    await page.getByLabel("Merge into").selectOption({ label: "Finance" });
    await page.getByRole("button", { name: "Merge", exact: true }).click();
    await see(page.getByRole("dialog")).toHaveCount(0);
    expect(app.bodiesTo(`POST /api/categories/${idOf("Deployment")}/merge`)).toEqual([{ into: idOf("Finance") }]);

    await choose("Kubernetes", "Remove…");
    await see(page.getByText("What is in this category moves to “Deployment”.")).toBeVisible();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await see(page.getByRole("dialog")).toHaveCount(0);
    expect(app.callsTo(`DELETE /api/categories/${idOf("Kubernetes")}`)).toHaveLength(1);
    // Its removal would leave its articles without a category.
    await page.getByRole("button", { name: "Actions for Access" }).click();
    await see(page.getByRole("button", { name: "Rename…" })).toBeVisible();
    await see(page.getByRole("button", { name: "Remove…" })).toHaveCount(0);
  });

  it("are read by viewers, who are offered no change", async () => {
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    const page = await open();
    await see(page.getByRole("link", { name: "Operations" })).toBeVisible();
    await see(page.getByRole("button", { name: /Actions for|New category/ })).toHaveCount(0);
  });
});

it("the filter shows the tree, and an article the way to its category", async () => {
  app.server.answer("GET /api/articles/categories", () => ["Finance", "Operations", "Deployment"]);
  app.server.answer("GET /api/articles/:id", () => ({
    ...sample.articlePage,
    categoryPath: ["Operations", "Deployment"],
  }));
  const page = await app.open("/articles");
  await page.getByRole("button", { name: "Filters" }).click();
  const options = page.getByRole("region", { name: "Smart Filters" }).getByLabel("Category").locator("option");
  await see(options).toHaveText(["Any", "Finance", "Operations", /^\u00a0{3}Deployment$/]);
  await page.goto(`${app.server.address}/articles/${sample.articlePage.id}`);
  const way = page.getByRole("navigation", { name: "Category" });
  await see(way.getByRole("link")).toHaveText(["Operations", "Deployment"]);
  await way.getByRole("link", { name: "Operations" }).click();
  await see(page).toHaveURL(/\/articles\?category=Operations$/);
});
