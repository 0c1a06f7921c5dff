import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageTextChanges } from "../../shared/contract/article-actions.ts";
import { listStatements } from "../../shared/domain/article.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PlatformName,
  type PublishingStage,
  type PublishingWorkspace,
} from "./testing/publishing-stage.ts";

const PLATFORMS = ["confluence", "notion"] as const;
let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
});
afterAll(() => stage.close());

const other = (platform: PlatformName): PlatformName => (platform === "confluence" ? "notion" : "confluence");

async function untilVersion(desk: PublishingWorkspace, articleId: string, platform: PlatformName, version: number) {
  await expect
    .poll(async () => {
      await desk.skipWaits(articleId);
      const { state, publishedVersion } = await desk.publication(articleId, platform);
      return { state, publishedVersion };
    })
    .toEqual({ state: "published", publishedVersion: version });
}

async function published(desk: PublishingWorkspace, title: string, ...sentences: string[]) {
  const id = await desk.write(title, ...sentences);
  for (const platform of PLATFORMS) await untilVersion(desk, id, platform, 1);
  return id;
}

const pageIdOf = async (desk: PublishingWorkspace, id: string, platform: PlatformName) =>
  (await desk.publication(id, platform)).externalId ?? "";

/** Changes sentences of the page and adds a paragraph at its end, like a person. */
async function edit(
  desk: PublishingWorkspace,
  id: string,
  platform: PlatformName,
  words: Record<string, string>,
  added?: string,
) {
  const pageId = await pageIdOf(desk, id, platform);
  const change = (text: string) =>
    Object.entries(words).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  if (platform === "confluence")
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage = change(page.storage) + (added ? `<p>${added}</p>` : "");
    });
  else
    stage.notion.editAsPerson(pageId, (draft) => {
      const blocks = JSON.parse(change(JSON.stringify(draft.blocks))) as typeof draft.blocks;
      const text = (content: string) => ({ rich_text: [{ type: "text", text: { content }, plain_text: content }] });
      draft.blocks = [
        ...blocks,
        ...(added ? [draft.newBlock({ type: "paragraph", paragraph: text(added) } as never)] : []),
      ];
    });
}

async function textOf(desk: PublishingWorkspace, id: string, platform: PlatformName) {
  const pageId = await pageIdOf(desk, id, platform);
  if (platform === "confluence") return stage.confluence.pages().find((page) => page.id === pageId)?.storage ?? "";
  return JSON.stringify(stage.notion.pages().find((page) => page.id === pageId)?.children ?? []);
}

async function blocksWith(desk: PublishingWorkspace, id: string, platform: PlatformName, words: string) {
  if (platform === "confluence") return (await textOf(desk, id, platform)).split(words).length - 1;
  const blocks = JSON.parse(await textOf(desk, id, platform)) as unknown[];
  return blocks.filter((block) => JSON.stringify(block).includes(words)).length;
}

async function ask(
  desk: PublishingWorkspace,
  id: string,
  platform: PlatformName,
  what: "words" | "take-over",
  payload?: object,
) {
  const url = `/api/articles/${id}/publications/${(await desk.publication(id, platform)).id}/${what}`;
  return desk.person.inject(payload ? { method: "POST", url, payload } : { method: "GET", url });
}

async function wordsOn(desk: PublishingWorkspace, id: string, platform: PlatformName): Promise<PageTextChanges> {
  const answer = await ask(desk, id, platform, "words");
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function takeOver(desk: PublishingWorkspace, id: string, platform: PlatformName) {
  const { seen } = await wordsOn(desk, id, platform);
  const answer = await ask(desk, id, platform, "take-over", { seen });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ version: number; undo: { id: string } }>();
}

const bodyOf = async (desk: PublishingWorkspace, id: string) =>
  (await desk.article(id)).body.flatMap(({ statements }) => statements);
const said = async (desk: PublishingWorkspace, id: string) => (await bodyOf(desk, id)).map(({ text }) => text);

describe("What a person corrects on a page", () => {
  for (const platform of PLATFORMS) {
    it(`of ${platform} is taken over with one press: sources stay, the person is named, the other page follows`, async () => {
      const desk = await stage.newDesk(...PLATFORMS);
      const id = await published(desk, `Corrected on ${platform}`, "Use port 1280.", "Then restart it.");
      const before = await bodyOf(desk, id);
      await edit(desk, id, platform, { "port 1280": "port 1240" }, "Ask Tobias first.");
      const { changes, left, canTake } = await wordsOn(desk, id, platform);
      expect([changes.changes.map(({ kind }) => kind), left, canTake]).toEqual([["changed", "added"], 0, true]);
      await takeOver(desk, id, platform);
      expect(await said(desk, id)).toEqual(["Use port 1240.", "Then restart it.", "Ask Tobias first."]);
      const by = desk.person.viewer.userId;
      const [first, second, third] = await bodyOf(desk, id);
      expect(first).toMatchObject({ sources: before[0]?.sources, hand: { what: "edited", by } });
      expect(second).toEqual(before[1]);
      expect(third).toMatchObject({ sources: [], hand: { what: "written", by } });
      for (const one of PLATFORMS) await untilVersion(desk, id, one, 2);
      for (const one of PLATFORMS) {
        expect(await textOf(desk, id, one)).toContain("1240");
        expect(await blocksWith(desk, id, one, "Ask Tobias first.")).toBe(1);
      }
      expect((await wordsOn(desk, id, platform)).canTake).toBe(false);
    });

    it(`of ${platform} is taken back again: the article says what it said, that page keeps the person's words`, async () => {
      const desk = await stage.newDesk(...PLATFORMS);
      const id = await published(desk, `Taken back on ${platform}`, "Use port 1280.", "Then restart it.");
      await edit(desk, id, platform, { "port 1280": "port 1240" });
      const { undo } = await takeOver(desk, id, platform);
      for (const one of PLATFORMS) await untilVersion(desk, id, one, 2);
      const answer = await desk.person.inject({ method: "POST", url: `/api/inbox/${undo.id}/undo` });
      expect(answer.statusCode, answer.body).toBe(200);
      expect(await said(desk, id)).toEqual(["Use port 1280.", "Then restart it."]);
      for (const one of PLATFORMS) await untilVersion(desk, id, one, 3);
      expect(await textOf(desk, id, platform)).toContain("1240");
      expect(await textOf(desk, id, other(platform))).toContain("1280");
    });

    it(`of ${platform} where the article changed too is in no conflict any more: the page's sentence is kept`, async () => {
      const desk = await stage.newDesk(...PLATFORMS);
      const id = await published(desk, `Both changed on ${platform}`, "Use port 1280.", "Then restart it.");
      await edit(desk, id, platform, { "port 1280": "port 1240" });
      await desk.rewrite(id, "Use port 1300.", "Then restart it twice.");
      await expect.poll(async () => (await desk.publication(id, platform)).state).toBe("conflict");
      await takeOver(desk, id, platform);
      expect((await said(desk, id))[0]).toBe("Use port 1240.");
      for (const one of PLATFORMS) await untilVersion(desk, id, one, 3);
      expect(await textOf(desk, id, other(platform))).toContain("1240");
    });
  }

  it("is refused when the page was changed since it was looked at, and nothing is taken", async () => {
    const desk = await stage.newDesk(...PLATFORMS);
    const id = await published(desk, "Changed since", "Use port 1280.");
    await edit(desk, id, "confluence", { "port 1280": "port 1240" });
    const { seen } = await wordsOn(desk, id, "confluence");
    await edit(desk, id, "confluence", { "port 1240": "port 1100" });
    const answer = await ask(desk, id, "confluence", "take-over", { seen });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      409,
      "The page or the article has changed. Check the differences again.",
    ]);
    expect(await said(desk, id)).toEqual(["Use port 1280."]);
  });

  it("and holds more than text stays on that page, and is counted", async () => {
    const desk = await stage.newDesk(...PLATFORMS);
    const id = await published(desk, "With a table", "Use port 1280.");
    const pageId = await pageIdOf(desk, id, "confluence");
    stage.confluence.editAsPerson(pageId, (page) => {
      page.storage = `<table><tbody><tr><td>Plan</td></tr></tbody></table>${page.storage.replace("1280", "1240")}`;
    });
    expect(await wordsOn(desk, id, "confluence")).toMatchObject({ left: 1, canTake: true });
    await takeOver(desk, id, "confluence");
    for (const one of PLATFORMS) await untilVersion(desk, id, one, 2);
    expect(await textOf(desk, id, "confluence")).toContain("<td>Plan</td>");
    expect(listStatements(await desk.article(id)).some(({ text }) => text.includes("Plan"))).toBe(false);
  });

  it("changes headings, titles, and what a sentence is marked with, too", async () => {
    const desk = await stage.newDesk(...PLATFORMS);
    const id = await published(desk, "An old name", "Use **port** 1280.", "Leave it on.");
    const pageId = await pageIdOf(desk, id, "confluence");
    stage.confluence.editAsPerson(pageId, (page) => {
      page.title = "A new name";
      page.storage = page.storage
        .replace("<h2>Answer</h2>", "<h2>What to do</h2>")
        .replace("<strong>port</strong> 1280", "<code>port</code> 1280");
    });
    await takeOver(desk, id, "confluence");
    const article = await desk.article(id);
    expect([article.title, article.body[0]?.heading, ...(await said(desk, id))]).toEqual([
      "A new name",
      "What to do",
      "Use `port` 1280.",
      "Leave it on.",
    ]);
  });
});
