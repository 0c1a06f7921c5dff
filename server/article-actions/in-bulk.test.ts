import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import yauzl from "yauzl";
import { versionChanges } from "../../shared/contract/articles.ts";
import { type AnalysisStage, buildThread, openStage } from "../analysis/testing/analysis-stage.ts";
import { createScriptedEngine } from "../analysis/testing/scripted-engine.ts";
import { newId } from "../db/new-id.ts";
import { articles, articleVersions, conversations, publications } from "../db/schema.ts";
import { removeArticle } from "../publishing/remove-article.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PublishingStage,
} from "../publishing/testing/publishing-stage.ts";
import { buildArticle, buildArticleSource, buildIntegration, buildPublication } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";

let stage: PublishingStage;
let analysis: AnalysisStage & { close(): Promise<void> };
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
  analysis = await openStage();
});
afterEach(() => {
  stage.confluence.clearFaults();
  stage.notion.clearFaults();
});
afterAll(async () => {
  await stage.close();
  await analysis.close();
});

const bulk = async (person: SignedIn, action: string, payload: object) => {
  const answer = await person.inject({ method: "POST", url: `/api/articles/bulk/${action}`, payload });
  return { status: answer.statusCode, results: answer.json().results, message: answer.json().message };
};
const outcomes = ({ results }: { results: { outcome: string; message: string }[] }) =>
  results.map(({ outcome, message }) => [outcome, message]);
const titlesOf = async (person: SignedIn, query = "") =>
  (await person.inject({ url: `/api/articles${query}` })).json().map(({ title }: { title: string }) => title);

describe("removing articles", () => {
  it("takes them from the library and leaves their pages where that is chosen; nobody else's are there", async () => {
    const desk = await stage.newDesk("confluence");
    const other = await stage.newDesk();
    const theirs = await buildArticle(stage.db, { workspaceId: other.workspaceId, title: "Theirs" });
    const id = await desk.write("How to leave a page", "Leave it.");
    await expect.poll(() => desk.article(id)).toMatchObject({ status: "published" });
    const { marker } = await desk.publication(id, "confluence");

    const answer = await bulk(desk.person, "remove", { ids: [id, theirs.id], pages: "keep" });
    expect(outcomes(answer)).toEqual([
      ["done", ""],
      ["failed", "This article no longer exists."],
    ]);
    expect(await titlesOf(desk.person)).toEqual([]);
    expect(await titlesOf(other.person)).toEqual(["Theirs"]);
    expect(await desk.publications(id)).toMatchObject([{ state: "published" }]);
    expect(stage.confluence.pages().find(({ storage }) => storage.includes(marker))?.status).toBe("current");
    const [log] = (await desk.person.inject({ url: "/api/logs" })).json();
    expect(log.message).toBe(
      "“How to leave a page” from #support was removed from the library. Its pages were left: confluence. By Ada Lovelace.",
    );
  });

  it("puts the pages into the trash first, and keeps an article whose page cannot be removed", async () => {
    const desk = await stage.newDesk("confluence", "notion");
    const id = await desk.write("How to trash a page", "Trash it.");
    await expect
      .poll(async () => (await desk.publications(id)).map(({ state }) => state))
      .toEqual(["published", "published"]);
    const pages = await desk.publications(id);
    const remove = () => bulk(desk.person, "remove", { ids: [id], pages: "remove" });

    stage.notion.fail({ times: 20, kind: { status: 403 } });
    const refused = await remove();
    expect(refused.results[0].outcome).toBe("failed");
    expect(refused.results[0].message).toMatch(
      /^Its page in notion could not be removed: .+ The article stays in the library\.$/,
    );
    expect(await titlesOf(desk.person)).toEqual(["How to trash a page"]);

    stage.notion.clearFaults();
    expect(outcomes(await remove())).toEqual([["done", ""]]);
    expect(await titlesOf(desk.person)).toEqual([]);
    const isOurs = ({ id: pageId }: { id: string }) => pages.some(({ externalId }) => externalId === pageId);
    expect(stage.confluence.pages().filter(isOurs)).toMatchObject([{ status: "trashed" }]);
    expect(stage.notion.pages().filter(isOurs)).toMatchObject([{ inTrash: true }]);
  });

  it("waits for a page that is being written", async () => {
    const desk = await stage.newDesk("confluence");
    const { workspaceId } = desk;
    const { id: articleId } = await buildArticle(stage.db, { workspaceId });
    await buildPublication(stage.db, { workspaceId, articleId, state: "in-flight" });
    expect(outcomes(await bulk(desk.person, "remove", { ids: [articleId], pages: "remove" }))).toEqual([
      ["failed", "One of its pages is being written right now. Try again in a minute."],
    ]);
  });

  it("finds a page that a worker begins while the others are put into the trash", async () => {
    const desk = await stage.newDesk("confluence");
    const { workspaceId } = desk;
    const article = await buildArticle(stage.db, { workspaceId });
    const ofArticle = { workspaceId, articleId: article.id };
    const integrationId = desk.integrations.confluence;
    await buildPublication(stage.db, { ...ofArticle, integrationId, state: "published", externalId: "1" });
    const { id } = await buildPublication(stage.db, { ...ofArticle, state: "parked" });
    const { targets } = stage.connectors;
    const archive = async () => {
      await stage.db.update(publications).set({ state: "in-flight" }).where(eq(publications.id, id));
    };
    const connectors = {
      ...stage.connectors,
      targets: { ...targets, confluence: { ...targets.confluence, archive } },
    };
    await expect(removeArticle({ ...stage.deps, connectors }, workspaceId, article, "remove")).rejects.toThrow(
      "One of its pages was written meanwhile. Try again in a minute.",
    );
    expect(await desk.article(article.id)).toMatchObject({ id: article.id });
  });
});

describe("trying failed publications again", () => {
  it("does so for those that were given up, and says where there was nothing to do", async () => {
    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", times: 20, kind: { status: 400 } });
    const id = await desk.write("How to be refused", "Once.");
    await expect.poll(() => desk.article(id)).toMatchObject({ status: "failed" });
    stage.confluence.clearFaults();
    const fine = await buildArticle(stage.db, { workspaceId: desk.workspaceId });
    expect(outcomes(await bulk(desk.person, "retry", { ids: [id, fine.id] }))).toEqual([
      ["done", ""],
      ["nothing", "None of its publications has failed."],
    ]);
    await expect.poll(() => desk.article(id)).toMatchObject({ status: "published" });
  });
});

describe("the status of an article that the product writes", () => {
  it("ART-032 is published without a platform, processing while one is to take it, and failed when one refuses", async () => {
    analysis.engine.current = createScriptedEngine();
    const statuses = async (person: SignedIn) =>
      (await person.inject({ url: "/api/articles" })).json().map(({ status }: { status: string }) => status);
    const alone = await analysis.newChannel(buildThread("KNOW one", "like this"));
    await alone.run("analyse");
    expect(await statuses(alone.person)).toEqual(["published"]);
    const connected = await analysis.newChannel(buildThread("KNOW two", "like that"));
    await buildIntegration(analysis.db, { workspaceId: connected.workspaceId });
    await connected.run("analyse");
    // No server answers at the URL. The article is still processing, or has already failed if the worker was faster
    // than this request.
    expect(["processing", "failed"]).toContain((await statuses(connected.person))[0]);

    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "POST /wiki/api/v2/pages", times: 20, kind: { status: 400 } });
    await desk.write("How to be refused for good", "Never.");
    await expect.poll(() => statuses(desk.person)).toEqual(["failed"]);
  });
});

describe("re-analyzing articles", () => {
  it("tells for each what became of it; one that fails stops no other", async () => {
    analysis.engine.current = createScriptedEngine();
    const channel = await analysis.newChannel([
      ...buildThread("KNOW one", "like this"),
      ...buildThread("KNOW two", "like that"),
    ]);
    await channel.run("analyse");
    const rows = await analysis.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(rows).toHaveLength(2);
    const [kept, lost] = rows.map(({ id }) => id) as [string, string];
    await analysis.db.update(conversations).set({ articleId: null }).where(eq(conversations.articleId, lost));
    const scripted = createScriptedEngine();
    analysis.engine.current = {
      ...scripted,
      write: async (...given: Parameters<typeof scripted.write>) => ({
        ...(await scripted.write(...given)),
        tags: ["smarter"],
      }),
    };
    const answer = await bulk(channel.person, "reanalyze", { ids: [kept, lost, newId()] });
    expect(outcomes(answer)).toEqual([
      ["done", ""],
      ["failed", "The chat messages this article was written from no longer exist. It stays as it is."],
      ["failed", "This article no longer exists."],
    ]);
    const [after] = await analysis.db.select().from(articles).where(eq(articles.id, kept));
    expect(after).toMatchObject({ tags: ["smarter"], version: 2 });
  });

  it("takes 25 at once and no more", async () => {
    const desk = await stage.newDesk();
    const ids = Array.from({ length: 26 }, newId);
    expect((await bulk(desk.person, "reanalyze", { ids })).status).toBe(400);
    expect((await bulk(desk.person, "reanalyze", { ids: ids.slice(1) })).results).toHaveLength(25);
  });
});

describe("exporting articles", () => {
  it("answers one Markdown file, or a ZIP with a file for each, in the order asked for", async () => {
    const desk = await stage.newDesk();
    const { workspaceId } = desk;
    const make = async (title: string) => {
      const { id } = await buildArticle(stage.db, { workspaceId, title });
      await buildArticleSource(stage.db, { workspaceId, articleId: id, messageExternalId: "1" });
      return id;
    };
    const ids = [await make("Wie geht’s? /etc/passwd"), await make("../Same"), await make("same")];
    const ask = (format: string, of = ids) =>
      desk.person.inject({ method: "POST", url: "/api/articles/export", payload: { ids: of, format } });

    const one = await ask("markdown");
    expect([one.headers["content-type"], one.headers["content-disposition"]]).toEqual([
      "text/markdown; charset=utf-8",
      'attachment; filename="articles.md"',
    ]);
    expect(one.body.match(/^# .*$/gm)).toEqual(["# Wie geht’s? /etc/passwd", "# ../Same", "# same"]);
    expect(one.body).toContain("\n---\n\n# ../Same");
    expect(one.body).toContain("Restart the worker.[^1]");

    const zip = await ask("zip");
    expect(zip.headers["content-type"]).toBe("application/zip");
    expect(await namesIn(zip.rawPayload)).toEqual(["wie-geht-s-etc-passwd.md", "same.md", "same-2.md"]);

    const stranger = await stage.newDesk();
    const refused = await stranger.person.inject({
      method: "POST",
      url: "/api/articles/export",
      payload: { ids, format: "zip" },
    });
    expect(refused.statusCode).toBe(404);
  });
});

describe("a part of a list", () => {
  it("API-010 API-011 is what limit and offset say; without them the list is whole", async () => {
    const desk = await stage.newDesk();
    for (const number of [1, 2, 3]) {
      const createdAt = new Date(Date.UTC(2026, 0, number));
      await buildArticle(stage.db, {
        workspaceId: desk.workspaceId,
        title: `A ${number}`,
        createdAt,
        updatedAt: createdAt,
      });
    }
    for (const list of ["", "/recent"]) {
      expect(await titlesOf(desk.person, list)).toEqual(["A 3", "A 2", "A 1"]);
      expect(await titlesOf(desk.person, `${list}?limit=1&offset=1`)).toEqual(["A 2"]);
      expect(await titlesOf(desk.person, `${list}?offset=2`)).toEqual(["A 1"]);
    }
    expect(await titlesOf(desk.person, "/search?category=Operations&limit=2&offset=1")).toEqual(["A 2", "A 1"]);
    expect((await desk.person.inject({ url: "/api/articles?limit=0" })).statusCode).toBe(400);
  });
});

describe("a version", () => {
  it("answers what it changed against the one before it", async () => {
    const desk = await stage.newDesk();
    const { workspaceId } = desk;
    const { id: articleId, body, engine } = await buildArticle(stage.db, { workspaceId, title: "Restart" });
    const summary = [{ form: "sentence" as const, text: "Restart the worker twice.", language: null, sources: ["1"] }];
    await stage.db.insert(articleVersions).values({
      workspaceId,
      articleId,
      version: 2,
      title: "Restart it",
      summary,
      body,
      engine,
      reason: "The conversation went on.",
    });
    const url = `/api/articles/${articleId}/versions`;
    const answer = await desk.person.inject({ url: `${url}/2` });
    expect(versionChanges.parse(answer.json())).toEqual({
      version: 2,
      title: { before: "Restart", after: "Restart it" },
      changes: [
        {
          kind: "changed",
          form: "sentence",
          section: null,
          before: [
            { text: "Restart the ", isChanged: false },
            { text: "worker.", isChanged: true },
          ],
          after: [
            { text: "Restart the ", isChanged: false },
            { text: "worker twice.", isChanged: true },
          ],
        },
      ],
      unchanged: 0,
    });
    expect((await desk.person.inject({ url: `${url}/3` })).statusCode).toBe(404);
    const stranger = await stage.newDesk();
    expect((await stranger.person.inject({ url: `${url}/2` })).statusCode).toBe(404);
  });
});

function namesIn(zip: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) =>
    yauzl.fromBuffer(zip, {}, (error, file) => {
      if (error) return reject(error);
      const names: string[] = [];
      file.on("entry", ({ fileName }) => names.push(fileName));
      file.on("end", () => resolve(names));
      file.on("error", reject);
    }),
  );
}
