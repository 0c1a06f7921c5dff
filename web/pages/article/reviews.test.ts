import { expect, it } from "vitest";
import { useAppInBrowser } from "../../testing/browser.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();
const REQUEST = "https://github.com/acme/handbook/pull/7";
const [publication] = sample.articlePage.publications;

const pageWith = (state: "open" | "closed", inReview: boolean) => ({
  ...sample.articlePage,
  ...(inReview && { inReview: true as const }),
  publications: [
    {
      ...publication,
      platform: "git-docs",
      integrationName: "Handbook in Git",
      state: "published" as const,
      trouble: null,
      url: REQUEST,
      review: { state, url: REQUEST, isNew: true },
    },
  ],
});

it("An article in review says so in the list and on its page, with the way to the request", async () => {
  for (const endpoint of ["GET /api/articles", "GET /api/articles/recent"] as const)
    app.server.answer(endpoint, () => [{ ...sample.articles[0], inReview: true }]);
  const page = await app.open("/articles");
  await see(page.getByText("In review", { exact: true })).toBeVisible();
  await see(page.getByText("Published", { exact: true })).toHaveCount(0);
  app.server.answer("GET /api/articles/:id", () => pageWith("open", true));
  await page.goto(`${new URL(page.url()).origin}/articles/${sample.idOf(101)}`);
  const head = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
  await see(head.getByText("In review", { exact: true })).toBeVisible();
  await see(head.getByRole("link", { name: "Open the request" })).toHaveAttribute("href", REQUEST);
});

it("A request that was closed is said above the article, and is opened again when somebody asks for it", async () => {
  app.server.answer("GET /api/articles/:id", () => pageWith("closed", false));
  app.server.answer("POST /api/articles/:id/publications/:publicationId/retry", () => ({ success: true }));
  const page = await app.open(`/articles/${sample.idOf(101)}`);
  const decisions = page.getByRole("list", { name: "Pages that need a decision" });
  await see(decisions.getByText("Request closed", { exact: true })).toBeVisible();
  await see(decisions.getByText("The request was closed without merging.")).toBeVisible();
  await decisions.getByRole("button", { name: "Ask again" }).click();
  const retry = `POST /api/articles/${sample.idOf(101)}/publications/${publication?.id}/retry`;
  await expect.poll(() => app.bodiesTo(retry)).toEqual([{ choice: "retry" }]);
});

it("How articles get to a Git repository is chosen in the form, and the kind of server where it matters", async () => {
  const page = await app.open("/configuration");
  await page.getByRole("button", { name: "Add Integration" }).click();
  const form = page.getByRole("region", { name: "Add Integration" });
  await form.getByLabel("Platform").selectOption("git-docs");
  await see(form.getByLabel("How articles get there")).toHaveValue("");
  await see(form.getByLabel("Kind of server")).toHaveCount(0);
  await form.getByLabel("Name").fill("Handbook");
  await form.getByLabel("Repository URL").fill("https://git.acme.example/acme/handbook.git");
  await form.getByLabel("Folder").fill("/");
  await form.getByLabel("Access Token").fill("secret-token");
  await form.getByLabel("How articles get there").selectOption("By pull request");
  await form.getByLabel("Kind of server").selectOption("Gitea or Forgejo");
  await form.getByRole("button", { name: "Add Integration" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Now" }).click();
  await expect
    .poll(() => app.bodiesTo("POST /api/integrations"))
    .toMatchObject([{ type: "git-docs", settings: { delivery: "request", host: "gitea" } }]);
});

it("The details of an article say when each page was last looked at for people’s edits, and follow the next look", async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const lookedAt = (at: string) => () => ({
    ...sample.articlePage,
    publications: [{ ...publication, updatedAt: minutesAgo(90), lookedAt: at }],
  });
  app.server.answer("GET /api/articles/:id", lookedAt(minutesAgo(12)));
  const page = await app.open(`/articles/${sample.idOf(101)}`);
  await page.getByRole("button", { name: "Details" }).click();
  const pages = page.getByRole("complementary", { name: "Details" });
  await see(pages.getByText("· Looked at 12 minutes ago")).toBeVisible();
  app.server.answer("GET /api/articles/:id", lookedAt(minutesAgo(0)));
  app.server.send({ type: "publication", articleId: sample.idOf(101), id: publication?.id ?? "" } as never);
  await see(pages.getByText("· Looked at just now")).toBeVisible();
});
