import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageTextChanges } from "../../shared/contract/article-actions.ts";
import type { Section, SectionRole, Statement } from "../../shared/domain/article.ts";
import { articles, publications } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { buildArticle, buildArticleSource } from "../testing/factories.ts";
import { hashText } from "./known-content.ts";
import { requestPublications } from "./request-publications.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
});
afterAll(() => stage.close());

const said = (text: string): Statement => ({ form: "sentence", text, language: null, sources: ["1"] });
const section = (role: SectionRole, text: string): Section => ({
  role,
  heading: null,
  layout: "prose",
  statements: [said(text)],
});
const FAQ = [
  section("question", "Who orders paper?"),
  section("answer", "Ida orders it."),
  section("question", "And toner?"),
  section("answer", "Toner comes by itself."),
];

async function publish(desk: PublishingWorkspace, body: Section[]): Promise<string> {
  const { workspaceId } = desk;
  const { id } = await buildArticle(stage.db, { workspaceId, title: "Supplies", summary: [], body });
  await buildArticleSource(stage.db, { workspaceId, articleId: id, messageExternalId: "1" });
  await request(desk, id, 1);
  return id;
}

async function request(desk: PublishingWorkspace, id: string, version: number) {
  await inWorkspace(stage.db, desk.workspaceId, (scope) => requestPublications(stage.deps, scope, id));
  await expect
    .poll(async () => {
      await desk.skipWaits(id);
      const { state, publishedVersion } = await desk.publication(id, "confluence");
      return { state, publishedVersion };
    })
    .toEqual({ state: "published", publishedVersion: version });
}

async function rewrite(desk: PublishingWorkspace, id: string, body: Section[]) {
  await stage.db.update(articles).set({ body, version: sql`version + 1` }).where(eq(articles.id, id));
  await request(desk, id, 2);
}

async function edit(desk: PublishingWorkspace, id: string, change: (storage: string) => string) {
  const { externalId } = await desk.publication(id, "confluence");
  stage.confluence.editAsPerson(externalId ?? "", (page) => {
    page.storage = change(page.storage);
  });
}

/** The text of each heading and paragraph above the page's sources. */
async function linesOf(desk: PublishingWorkspace, id: string): Promise<string[]> {
  const { externalId } = await desk.publication(id, "confluence");
  const { storage } = stage.confluence.pages().find((page) => page.id === externalId) ?? { storage: "" };
  const [text = ""] = storage.split(/<h2[^>]*>Sources/);
  return [...text.matchAll(/<(h2|p)\b[^>]*>(.*?)<\/\1>/gs)].map(([, tag, inner = ""]) => {
    const words = inner
      .replace(/<sup>.*?<\/sup>/gs, "")
      .replace(/<[^>]*>|\[\d\]/g, "")
      .trim();
    return tag === "h2" ? `## ${words}` : words;
  });
}

/** Puts a page into the state of an earlier release, which wrote no default headings. */
async function forgetHeadings(desk: PublishingWorkspace, id: string) {
  const heading = /<h2>(?!Sources)[^<]*<\/h2>\s*/g;
  await edit(desk, id, (storage) => storage.replace(heading, ""));
  const { id: row, externalId } = await desk.publication(id, "confluence");
  const { target, config } = openConfluence();
  const page = await target.read(config, externalId ?? "");
  const publishedBlocks = page?.blocks.map(({ key }) => hashText(key)) ?? [];
  await stage.db.update(publications).set({ publishedBlocks, echoedKeys: {} }).where(eq(publications.id, row));
}

const openConfluence = () => ({
  target: stage.connectors.targets.confluence,
  config: { baseUrl: stage.confluence.url, spaceId: "DOC", apiKey: "bot@acme.example:confluence-token" },
});

async function takeOver(desk: PublishingWorkspace, id: string) {
  const url = `/api/articles/${id}/publications/${(await desk.publication(id, "confluence")).id}`;
  const { seen } = (await desk.person.inject({ method: "GET", url: `${url}/words` })).json<PageTextChanges>();
  const answer = await desk.person.inject({ method: "POST", url: `${url}/take-over`, payload: { seen } });
  expect(answer.statusCode, answer.body).toBe(200);
}

const told = async (desk: PublishingWorkspace, id: string) =>
  (await desk.article(id)).body.map(({ heading, statements }) => [heading, ...statements.map(({ text }) => text)]);

const SHOWN = [
  ["## Question", "Who orders paper?"],
  ["## Answer", "Ida orders it."],
  ["## Question", "And toner?"],
  ["## Answer", "Toner comes by itself."],
].flat();

describe("A section without a heading of its own", () => {
  it("has the app's heading on its page, which no person's edit is made of", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publish(desk, FAQ);
    expect(await linesOf(desk, id)).toEqual(SHOWN);
    const url = `/api/articles/${id}/publications/${(await desk.publication(id, "confluence")).id}/words`;
    const words = (await desk.person.inject({ method: "GET", url })).json<PageTextChanges>();
    expect(words).toMatchObject({ canTake: false, left: 0, changes: { changes: [] } });
  });

  it("takes the heading that a person gave it on the page, and no other section of its kind does", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publish(desk, FAQ);
    await edit(desk, id, (storage) => storage.replace(/(<h2>Answer.*)<h2>Answer<\/h2>/s, "$1<h2>Toner</h2>"));
    await takeOver(desk, id);
    expect((await told(desk, id)).map(([heading]) => heading)).toEqual([null, null, null, "Toner"]);
    await request(desk, id, 2);
    expect(await linesOf(desk, id)).toEqual([...SHOWN.slice(0, 6), "## Toner", "Toner comes by itself."]);
  });

  it("keeps what a person wrote right below its heading", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publish(desk, FAQ.slice(0, 2));
    await edit(desk, id, (storage) => storage.replace("<h2>Answer</h2>", "<h2>Answer</h2><p>Since May:</p>"));
    await takeOver(desk, id);
    expect(await told(desk, id)).toEqual([
      [null, "Who orders paper?"],
      [null, "Since May:", "Ida orders it."],
    ]);
    await request(desk, id, 2);
    expect(await linesOf(desk, id)).toEqual([
      "## Question",
      "Who orders paper?",
      "## Answer",
      "Since May: Ida orders it.",
    ]);
  });
});

describe("A page from before its sections had headings", () => {
  it("gets them with the next change, and keeps every word that people wrote on it", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publish(desk, FAQ);
    await forgetHeadings(desk, id);
    await edit(desk, id, (storage) =>
      storage
        .replace("Ida orders it.", "Ida or Bo orders it.")
        .replace(/(<p[^>]*>Toner comes)/, "<p>Ask at the desk.</p>$1"),
    );
    await rewrite(desk, id, [section("question", "Who orders the paper?"), ...FAQ.slice(1)]);
    expect(await linesOf(desk, id)).toEqual([
      "## Question",
      "Who orders the paper?",
      "## Answer",
      "Ida or Bo orders it.",
      "## Question",
      "And toner?",
      "## Answer",
      "Ask at the desk.",
      "Toner comes by itself.",
    ]);
  });

  it("is compared without them: a heading that was never on it is no edit, one that a person wrote is kept", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await publish(desk, FAQ.slice(0, 2));
    await forgetHeadings(desk, id);
    await edit(desk, id, (storage) => storage.replace(/(<p[^>]*>Ida orders)/, "<h2>Who does</h2>$1"));
    await takeOver(desk, id);
    expect(await told(desk, id)).toEqual([
      [null, "Who orders paper?"],
      ["Who does", "Ida orders it."],
    ]);
    await request(desk, id, 2);
    expect(await linesOf(desk, id)).toEqual(["## Question", "Who orders paper?", "## Who does", "Ida orders it."]);
  });
});
