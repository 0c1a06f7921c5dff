import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Article, ArticlePage } from "../../shared/contract/articles.ts";
import { explainMissingGitServer } from "../../tools/stand-ins/git/http-backend.ts";
import { GIT_REPOSITORY } from "../../tools/stand-ins/git/server.ts";
import { publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { markPagesForRetraction } from "./queries.ts";
import { retryParkedPublications } from "./request-publications.ts";
import { checkPages } from "./targets/check-pages.ts";
import { listIntegrationsToCheck } from "./targets/check-pages-queries.ts";
import { openPublishingStage, type PublishingStage, type PublishingWorkspace } from "./testing/publishing-stage.ts";

const missing = explainMissingGitServer();
const BY_REQUEST = { settings: { delivery: "request", host: "github" } };

describe.skipIf(missing)(missing ?? "An article that goes by pull request", () => {
  let stage: PublishingStage;
  let desks = 0;
  const repositories = Array.from({ length: 16 }, (_, index) => `acme/handbook-${index + 1}.git`);
  beforeAll(async () => {
    stage = await openPublishingStage({ UNRESOLVED_WAIT_SECONDS: "40" }, [GIT_REPOSITORY, ...repositories]);
  });
  afterAll(() => stage.close());

  /** Returns a workspace with its own repository. */
  async function newDesk(change: Record<string, unknown> = BY_REQUEST) {
    const name = repositories[desks++] ?? "";
    const desk = await stage.newDesk();
    await desk.connect("git-docs", { baseUrl: `${stage.git.url}/${name}`, ...change });
    const requests = stage.git.requests(name);
    const git = stage.git.repository(name);
    const row = (id: string) => desk.publication(id, "git-docs");
    const untilVersion = (id: string, version: number) =>
      expect
        .poll(async () => {
          const { state, publishedVersion } = await row(id);
          return { state, publishedVersion };
        })
        .toEqual({ state: "published", publishedVersion: version });
    const write = async (title: string, ...sentences: string[]) => {
      const id = await desk.write(title, ...sentences);
      await untilVersion(id, 1);
      return id;
    };
    return { desk, requests, git, row, untilVersion, write, branch: () => git.branches()[0] ?? "" };
  }
  /** Moves the time of the last check back, then runs the job. */
  async function look(desk: PublishingWorkspace) {
    await stage.db
      .update(publications)
      .set({ sweptAt: sql`now() - interval '16 minutes'` })
      .where(eq(publications.workspaceId, desk.workspaceId));
    const integration = { workspaceId: desk.workspaceId, id: desk.integrations["git-docs"] };
    expect(await listIntegrationsToCheck(stage.db)).toContainEqual(integration);
    return checkPages(stage.deps, integration, new AbortController().signal);
  }
  const page = async (desk: PublishingWorkspace, id: string) =>
    (await desk.person.inject({ method: "GET", url: `/api/articles/${id}` })).json<ArticlePage>();
  const listed = async (desk: PublishingWorkspace) =>
    (await desk.person.inject({ method: "GET", url: "/api/articles" })).json<Article[]>()[0];

  it("an article is in review until somebody merges its request; its next change opens a new request", async () => {
    const { desk, requests, git, untilVersion, write } = await newDesk();
    const id = await write("How to brew", "Grind first.");
    expect(requests.list()).toMatchObject([{ title: "Publish “How to brew”", state: "open" }]);
    expect(git.files()).toEqual(["README.md"]);
    const { url } = (await page(desk, id)).publications[0] ?? {};
    expect(url).toContain("/pull/1");
    expect((await page(desk, id)).publications[0]).toMatchObject({ review: { state: "open", url, isNew: true } });
    expect(await listed(desk)).toMatchObject({ status: "published", inReview: true });

    requests.merge(1, { deletesBranch: true });
    expect(await look(desk)).toMatchObject({ looked: 1, reviewed: 1 });
    expect((await page(desk, id)).publications[0]).toMatchObject({ state: "published" });
    expect((await page(desk, id)).publications[0]).not.toHaveProperty("review");
    expect(await listed(desk)).not.toHaveProperty("inReview");

    await desk.rewrite(id, "Grind first.", "Then pour.");
    await untilVersion(id, 2);
    expect(requests.list()).toMatchObject([{ title: "Update “How to brew”", state: "open" }, { state: "merged" }]);
    expect(git.read("docs/how-to-brew.md")).not.toContain("Then pour.");
    expect((await page(desk, id)).publications[0]).toMatchObject({ review: { state: "open", isNew: false } });
    expect(await listed(desk)).not.toHaveProperty("inReview");
  });

  it("an article has one request for all changes before the merge, and keeps people's commits on the branch", async () => {
    const { desk, requests, git, untilVersion, write, branch } = await newDesk();
    const id = await write("How to brew", "Grind first.", "Heat the water.");
    git.editAsPerson("docs/how-to-brew.md", (text) => text.replace("Heat the water.", "Heat it to 94 °C."), branch());
    await desk.rewrite(id, "Grind it fine.", "Heat the water.");
    await untilVersion(id, 2);
    expect(requests.list()).toHaveLength(1);
    requests.merge(1);
    const text = git.read("docs/how-to-brew.md") ?? "";
    expect(text).toContain("Grind it fine.");
    expect(text).toContain("Heat it to 94 °C.");
  });

  it("a review request is opened once, even if a push, its opening or a response failed", async () => {
    for (const fault of [
      { match: "POST /api/v3", kind: { status: 503 } as const },
      { match: "POST /api/v3", kind: { afterWork: "reset" } as const },
      { match: "git-receive-pack", after: 1, kind: { afterWork: "reset" } as const },
    ]) {
      const { desk, requests, git, untilVersion } = await newDesk();
      stage.git.fail(fault);
      const id = await desk.write("How to brew", "Grind first.");
      await expect.poll(async () => (await desk.publication(id, "git-docs")).trouble).not.toBeNull();
      stage.git.clearFaults();
      await desk.hurry(id);
      await untilVersion(id, 1);
      expect(requests.list()).toHaveLength(1);
      expect(git.branches()).toHaveLength(1);
    }
  });

  it("a request that somebody closed stays closed until the article changes or somebody asks for it", async () => {
    const { desk, requests, row, untilVersion, write } = await newDesk();
    const id = await write("How to brew", "Grind first.");
    requests.close(1);
    expect(await look(desk)).toMatchObject({ reviewed: 1 });
    expect(await row(id)).toMatchObject({ state: "published", review: { state: "closed", isNew: true } });
    expect((await desk.article(id)).status).toBe("library");
    await stage.db.update(publications).set({ state: "queued" }).where(eq(publications.articleId, id));
    await inWorkspace(stage.db, desk.workspaceId, (scope) =>
      retryParkedPublications(stage.deps, scope, desk.integrations["git-docs"]),
    );
    await untilVersion(id, 1);
    expect(requests.list()).toHaveLength(1);

    expect(await desk.retry(id, (await row(id)).id, "retry")).toBe(200);
    await untilVersion(id, 1);
    expect(requests.list().map(({ state }) => state)).toEqual(["open", "closed"]);
    expect(await row(id)).toMatchObject({ review: { state: "open" } });

    requests.close(2, { deletesBranch: true });
    await desk.rewrite(id, "Grind it fine.");
    await untilVersion(id, 2);
    expect(requests.list().map(({ state }) => state)).toEqual(["open", "closed", "closed"]);
    expect((await desk.article(id)).status).toBe("published");
  });

  it("an article requests its whole change again after a change was refused", async () => {
    const { desk, requests, git, untilVersion, write, branch } = await newDesk();
    const id = await write("How to brew", "Grind first.", "Heat the water.");
    requests.merge(1, { deletesBranch: true });
    await desk.rewrite(id, "Grind it fine.", "Heat the water.");
    await untilVersion(id, 2);
    requests.close(2);
    await desk.rewrite(id, "Grind it fine.", "Heat it to 94 °C.");
    await untilVersion(id, 3);
    const text = git.read("docs/how-to-brew.md", branch()) ?? "";
    expect(text).toContain("Grind it fine.");
    expect(text).toContain("Heat it to 94 °C.");
  });

  it("the branch and the request lose a deleted message's words at once", async () => {
    const { desk, git, requests, untilVersion, write, branch } = await newDesk();
    const id = await write("The code is 7391", "The code is 7391.", "Grind first.");
    await inWorkspace(stage.db, desk.workspaceId, (scope) => markPagesForRetraction(scope, id));
    await desk.retitle(id, "How to brew");
    await desk.rewrite(id, "Grind first.");
    await untilVersion(id, 3);
    expect(git.git(["log", "-p", `main..${branch()}`])).not.toContain("7391");
    expect(JSON.stringify(requests.list())).not.toContain("7391");
  });

  it("a removed article closes its request, and requests the removal of an existing page", async () => {
    const { desk, git, requests, row, write } = await newDesk();
    const id = await write("How to brew", "Grind first.");
    const remove = (articleId: string) =>
      desk.person.inject({
        method: "POST",
        url: "/api/articles/bulk/remove",
        payload: { ids: [articleId], pages: "remove" },
      });
    expect((await remove(id)).statusCode).toBe(200);
    expect(requests.get(1).state).toBe("closed");
    expect(git.branches()).toEqual([]);
    const other = await write("How to pour", "Pour slowly.");
    requests.merge(2, { deletesBranch: true });
    expect((await remove(other)).statusCode).toBe(200);
    expect(git.files()).toContain("docs/how-to-pour.md");
    expect(await row(other)).toMatchObject({
      state: "removed",
      notice: expect.stringContaining("until somebody merges it"),
    });
    requests.merge(3);
    expect(git.files()).not.toContain("docs/how-to-pour.md");
  });

  it("a request is closed when somebody switches to commits, and a token without a needed right is refused by name", async () => {
    const { desk, write } = await newDesk();
    await write("How to brew", "Grind first.");
    const url = `/api/integrations/${desk.integrations["git-docs"]}`;
    const change = (payload: object) => desk.person.inject({ method: "PUT", url, payload });
    const refused = await change({ settings: {} });
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("waits");
    expect((await change({ settings: { delivery: "mail" } })).statusCode).toBe(400);
    expect((await change({ settings: { delivery: "request", unknown: "x" } })).statusCode).toBe(400);
    const lacking = await change({ apiKey: "lk-pusher-token" });
    expect(lacking.statusCode).toBe(400);
    expect(lacking.body).toContain("Pull requests: Read and write");
    const [integration] = (await desk.person.inject({ method: "GET", url: "/api/integrations" })).json<object[]>();
    expect(integration).toMatchObject({ settings: { delivery: "request", host: "github" } });
  });
});
